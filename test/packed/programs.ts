/** The programs in programs/, each of which uses one part of the API. They export `outcome` and the value that is expected. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { members, warcRecord } from '../support/warc.ts';
import { ROOT, writeInto } from './project.ts';

export interface Program {
  readonly name: string;
  readonly code: string;
}

function readPrograms(folder: string): Program[] {
  const path = join(ROOT, 'test/packed/programs', folder);
  return readdirSync(path)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ name: file.replace('.ts', ''), code: readFileSync(join(path, file), 'utf8') }));
}

/** Programs that run in Node, pages and workers. */
export const programsForAnywhere = (): Program[] => readPrograms('anywhere');

/** Programs that need Node. */
export const programsForNode = (): Program[] => readPrograms('node');

const html = (number: number): string => `<!doctype html><title>Story ${number}</title>
<ul><li><a href="/">Home page</a><li><a href="/news">All the news</a></ul><div><p>Story ${number} is about the river.</div>`;

/** Writes the inputs of the programs and of the command. */
export function writeInputs(folder: string): void {
  writeInto(folder, 'crawl.warc.gz', members([warcRecord({ url: 'https://a.example/0', body: html(0) })]));
  writeInto(folder, 'more.ndjson', `${JSON.stringify({ url: 'https://b.example/1', html: html(1) })}\n`);
  writeInto(folder, 'pages/2.html', html(2));
}
