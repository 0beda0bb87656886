import { Detector } from 'refrain';
import { keyOf } from './bench/metadata/compare.ts';
import { readGoldMetadata } from './bench/metadata/gold.ts';
import { readFacts } from './bindings/metadata/facts.ts';
import { LinkedData } from './bindings/metadata/linked-data.ts';
const d = await Detector.create();
const core = (await import('./dist/core.js'));
let n = 0; const c: Record<string, number> = {};
const inc = (k: string) => { c[k] = (c[k] ?? 0) + 1; };
(core.Core.prototype as any).__f = core.Core.prototype.facts;
let last = ''; const orig = core.Core.prototype.facts; core.Core.prototype.facts = function () { return (last = orig.call(this)); };
for (const g of readGoldMetadata('/tmp/wcxb')) {
  const p = d.learn(g.html); const m = p.metadata({ url: g.url }); const facts = readFacts(last);
  const h1s = facts.filter((f) => f.name === 'h1' && f.text).map((f) => f.text);
  const h2s = facts.filter((f) => f.name === 'h2' && f.text).map((f) => f.text);
  const meta = (k: string) => facts.find((f) => f.name === 'meta' && (f.attributes.get('property') === k || f.attributes.get('name') === k))?.attributes.get('content') ?? '';
  const ld = new LinkedData(facts).texts('headline', 'name', 0, 0)[0] ?? '';
  const k = keyOf(g.title); n++;
  inc('n');
  const stripped = keyOf(m.headline) === k, h1 = keyOf(h1s[0] ?? '') === k, anyh1 = h1s.some((h) => keyOf(h) === k), og = keyOf(meta('og:title')) === k, ldk = keyOf(ld) === k, h2 = h2s.some((h) => keyOf(h) === k);
  if (stripped) inc('stripped'); if (h1) inc('h1'); if (anyh1) inc('anyh1'); if (og) inc('og'); if (ldk) inc('ld'); if (h2) inc('anyh2');
  if (h1s.length === 1) { inc('single'); if (h1) inc('singleh1ok'); else if (process.argv[2]) console.log([g.name, 'GOLD', g.title, 'H1', h1s[0], 'T', p.title].join(' ¦ ')); }
  if (h1s.length > 1) { inc('multi'); if (h1) inc('multih1ok'); if (anyh1) inc('multiany'); }
  if (h1s.length === 0) { inc('none'); if (stripped) inc('nonestripped'); if (og) inc('noneog'); if (h2) inc('noneh2'); }
  if (stripped || anyh1) inc('stripped|anyh1'); if (stripped || anyh1 || og || ldk || h2) inc('any');
}
console.log(c);
