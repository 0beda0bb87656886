/** Runs research commands in this process, and makes labelled sites. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { research } from '../run.ts';

export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function run(...words: readonly string[]): Promise<CommandResult> {
  const printed = { stdout: '', stderr: '' };
  const into = (stream: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      printed[stream] += text;
    },
  });
  const status = await research(words, { stdout: into('stdout'), stderr: into('stderr') });
  return { status, ...printed };
}

const garden = (phrase: string): string => `<div>Home Plants</div>
<div class="entry" data-gold="content">
<p>${phrase}</p>
<div>Posted by Ann</div>
</div>
<div>About us</div>`;

const harbour = (tide: string, at: number): string => `<p>Day ${at + 1}</p>
<table>
<tr><td data-gold="template">Quay</td><td>${tide}</td></tr>
</table>`;

const SITES = {
  Garden: [
    ...['Roses in early April', 'Trim yews every June', 'Sow beans after rain', 'Fresh peas all month'],
    ...['Dig beds every March', 'Ivy climbs old walls'],
  ].map((phrase) => `<body>\n${garden(phrase)}`),
  Harbour: ['Tide at six', 'Storm is near', 'Calm all day', 'Fog till noon', 'Ferry is late'].map(
    (tide, at) => `<body data-gold="content">\n${harbour(tide, at)}`,
  ),
};

/** A folder of two labelled sites, of six and five pages, which is removed when the process ends. */
export function labelledSites(): string {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-research-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const labelled = join(folder, 'labelled');
  for (const [site, bodies] of Object.entries(SITES)) {
    mkdirSync(join(labelled, site.toLowerCase()), { recursive: true });
    for (const [at, body] of bodies.entries()) {
      const head = `<!DOCTYPE html>\n<html lang="en">\n<head><title>${site} ${at + 1}</title></head>`;
      writeFileSync(join(labelled, site.toLowerCase(), `${at + 1}.html`), `${head}\n${body}\n</body>\n</html>\n`);
    }
  }
  return labelled;
}
