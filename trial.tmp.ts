import { Detector } from 'refrain';
import { compareMetadata } from './bench/metadata/compare.ts';
import { readGoldMetadata } from './bench/metadata/gold.ts';
const sums: Record<string, [number, number]> = {};
const errs: string[] = [];
let t = 0, n = 0;
for (const gold of readGoldMetadata('/tmp/wcxb')) {
  const d = (globalThis as any).d ??= await Detector.create();
  const det = await Detector.create();
  const page = det.learn(gold.html, { id: gold.url });
  const t0 = performance.now();
  const found = page.metadata({ url: gold.url });
  t += performance.now() - t0; n++;
  const cmp = compareMetadata(found, gold, new TextDecoder().decode(gold.html) + ' ' + page.title+' '+ page.text('all'));
  for (const k of ['titleExact', 'title', 'author', 'date'] as const) {
    const s = sums[k] ??= [0, 0];
    if (cmp[k] === undefined) continue;
    s[1]++; if (cmp[k]) s[0]++;
    else if (k !== 'titleExact') errs.push([k, gold.name, gold.kind, k === 'title' ? gold.title : k === 'author' ? gold.author : gold.date, '=>', k === 'title' ? found.headline + '   <TITLE> ' + page.title : k === 'author' ? JSON.stringify(found.authors) : JSON.stringify([found.published, found.modified]), gold.url].join('\t'));
  }
  // false
  const s = sums['noGoldAuthorFound'] ??= [0,0]; if (!gold.author) { s[1]++; if (found.authors.length) {s[0]++; errs.push(['extraauthor', gold.name, gold.kind, JSON.stringify(found.authors), gold.url].join('\t')); } }
  const u = sums['noGoldDateFound'] ??= [0,0]; if (!gold.date) { u[1]++; if (found.published) {u[0]++; errs.push(['extradate', gold.name, gold.kind, JSON.stringify(found.published), gold.url].join('\t')); } }
  det.dispose?.();
}
for (const [k, [a, b]] of Object.entries(sums)) console.log(k, a, b, (a / b).toFixed(3));
console.log('ms/page', t / n);
(await import('node:fs')).writeFileSync('/tmp/meta-errs.tsv', errs.join('\n'));
