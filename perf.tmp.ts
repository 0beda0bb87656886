import { Detector } from 'refrain';
import { readGoldMetadata } from './bench/metadata/gold.ts';
const pages = [...readGoldMetadata('/tmp/wcxb')].slice(0, 300);
const d = await Detector.create();
for (let round = 0; round < 3; round++) {
  let l = 0, f = 0, m = 0;
  for (const g of pages) {
    const t0 = performance.now(); const p = d.learn(g.html, { id: g.url + round }); const t1 = performance.now();
    const t = p.title; const t2 = performance.now(); p.metadata({ url: g.url }); const t3 = performance.now();
    l += t1 - t0; f += t2 - t1; m += t3 - t2;
  }
  console.log(l / 300, f / 300, m / 300);
}
