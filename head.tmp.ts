import { readFileSync } from 'node:fs';
import { findSites } from './bench/corpus/sites.ts';
import { measureHeadlines, readHeadlines } from './bench/metadata/headlines.ts';
const labels = readHeadlines('x', readFileSync('bench/metadata/headlines.tsv', 'utf8'));
let n = 0, l = 0, b = 0, t = 0;
for (const folder of ['/work/shared/sites', '/work/shared/sites-by-selector', '/tmp/docsites']) for (const site of findSites(folder)) {
  const own = labels.filter((x) => x.site === site.name);
  if (own.length === 0) continue;
  const f = await measureHeadlines(site, own);
  n += f.pages; l += f.learned; b += f.labelled; t += f.title;
  console.log(f.site, f.pages, 'title', f.title, 'learned', f.learned, 'labelled', f.labelled);
  for (const m of f.misses) console.log('   ', m.page, '|', m.found, '| right:', m.right);
}
console.log(n, 'title', t / n, 'learned', l / n, 'labelled', b / n);
