import { readFileSync } from 'node:fs';
import { Detector } from 'refrain';
import { readFacts } from './bindings/metadata/facts.ts';
const core = (await import('./dist/core.js'));
let last = ''; const orig = core.Core.prototype.facts; core.Core.prototype.facts = function () { return (last = orig.call(this)); };
for (const id of process.argv.slice(2)) {
  const d = await Detector.create(); const p = d.learn(readFileSync(`/tmp/wcxb/${id}.html`)); const m = p.metadata();
  const f = readFacts(last); const i = f.findIndex((x) => x.name === 'h1');
  console.log(id, m.kind, JSON.stringify(m.headline), 'h1:', f.filter((x, j) => x.name === 'h1').map((x) => x.text.slice(0, 40)), 'after:', f[i + 1]?.name, JSON.stringify(f[i + 1]?.more?.slice(0, 260)), 'before', JSON.stringify(f[i + 1]?.text?.slice(-80)));
}
