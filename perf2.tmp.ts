import { readFileSync, readdirSync } from 'node:fs';
import { Detector } from 'refrain';
const dir = '/tmp/metasites/webstandards'; const pages = readdirSync(dir, { recursive: true }).map(String).filter((n) => n.endsWith('.html')).slice(0, 300).map((n) => readFileSync(`${dir}/${n}`));
const d = await Detector.create();
for (let r = 0; r < 4; r++) { let [a, b, c, e] = [0, 0, 0, 0];
  for (const x of pages) { const t0 = performance.now(); const p = d.learn(x); const t1 = performance.now(); p.kind; const t2 = performance.now(); p.metadata(); const t3 = performance.now(); p.confidence; const t4 = performance.now(); a += t1 - t0; b += t2 - t1; c += t3 - t2; e += t4 - t3; }
  console.log('learn', a / 300, 'kind', b / 300, 'metadata', c / 300, 'confidence', e / 300); }
