/**
 * The library in a separate process: one detector per folder, and one output of each file in path order. Prints the
 * number of pages, and the wall and CPU milliseconds without reading. Run: node bench/library.mjs OUTPUT FOLDER…
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Detector } from 'refrain';

const OUTPUTS = {
  learn: () => undefined,
  text: (page) => page.text('content'),
  markdown: (page, url) => page.markdown(undefined, { url }),
  document: (page, url) => page.document({ url }),
};

const [output, ...folders] = process.argv.slice(2);
const take = OUTPUTS[output];
let [pages, milliseconds, cpuMilliseconds] = [0, 0, 0];
for (const folder of folders.toSorted()) {
  const detector = await Detector.create();
  for (const name of readdirSync(folder, { recursive: true }).sort()) {
    if (!name.endsWith('.html')) continue;
    const bytes = readFileSync(join(folder, name));
    const start = performance.now();
    const before = process.cpuUsage();
    take(detector.learn(bytes), `https://site.example/${encodeURI(name)}`);
    const { user, system } = process.cpuUsage(before);
    cpuMilliseconds += (user + system) / 1000;
    milliseconds += performance.now() - start;
    pages += 1;
  }
  detector[Symbol.dispose]();
}
process.stdout.write(JSON.stringify({ pages, milliseconds, cpuMilliseconds }));
