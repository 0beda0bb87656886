/** Time to build an index, without template detection and with each way to detect template. */
import { join } from 'node:path';
import { IndexBuilder, type IndexTemplate } from '@refrain/search';
import { inFolder } from '../test/support/folder.ts';
import type { CommandLine, Program } from './command-line.ts';
import { type BenchPage, megabytesOf, readBenchSites } from './pages/read.ts';
import { formatTable, type Machine, machine, machineLine } from './report.ts';
import { type Contender, fastest, timeRounds } from './throughput/rounds.ts';

const HELP = `usage: npm run bench indexing -- [options]

Time from the bytes of pages to a closed index, without template detection, with two-stage detection, and with the verdicts of
refrain page by page. Every round runs each contender once; the fastest round counts.

Options
  --sites DIR   a folder of sites (folders or .tar.gz archives). Default: REFRAIN_SITES, else the sites of the repository
  --pages N     pages of each site, in a seeded order. Default: 500
  --rounds N    timed rounds, after one warm-up. Default: 5
  --json        one JSON object (with npm run --silent bench: nothing else)
`;

const TEMPLATES: readonly IndexTemplate[] = ['none', 'two-stage', 'incremental'];

interface Report {
  readonly machine: Machine;
  readonly pages: number;
  readonly megabytes: number;
  readonly rounds: number;
  readonly milliseconds: Readonly<Record<string, number>>;
  /** Time that detection adds to an index without it, as a share. */
  readonly added: Readonly<Record<string, number>>;
}

/** Writes the index of the pages to a file in `folder`, which the caller deletes. */
export const indexing = (template: IndexTemplate, pages: readonly BenchPage[], folder: string): Contender => ({
  ...{ name: template, meaning: `an index, template: ${template}`, isAsync: true },
  prepare: async () => {
    const siteOf = (url: string): string => new URL(url).host;
    const builder = await IndexBuilder.create(join(folder, 'index'), { template, siteOf });
    return async () => {
      for (const { site, name, bytes } of pages) builder.add(`https://${site}.example/${encodeURI(name)}`, bytes);
      const index = await builder.build();
      index.close();
      return index.stats.words;
    };
  },
});

async function measure(line: CommandLine): Promise<Report> {
  const [count, rounds] = [line.count('pages', 500), line.count('rounds', 5)];
  const pages = (await readBenchSites(line.sites)).flatMap((site) => site.pages.slice(0, count));
  const timings = await inFolder({}, (folder) =>
    timeRounds(
      TEMPLATES.map((template) => indexing(template, pages, folder)),
      { warmups: 1, rounds },
    ),
  );
  const milliseconds = Object.fromEntries(TEMPLATES.map((template) => [template, fastest(timings, template)]));
  const without = fastest(timings, 'none');
  const added = Object.fromEntries(TEMPLATES.slice(1).map((name) => [name, (milliseconds[name] ?? 0) / without - 1]));
  return { machine, pages: pages.length, megabytes: megabytesOf(pages), rounds, milliseconds, added };
}

function format({ pages, megabytes, rounds, milliseconds, added }: Report): string {
  const rows = Object.entries(milliseconds).map(([name, time]) => [
    ...[name, time.toFixed(0), ((1000 * megabytes) / time).toFixed(1), (100 * (added[name] ?? 0)).toFixed(1)],
  ]);
  return `${pages} pages, ${megabytes.toFixed(1)} MB; ${rounds} rounds
${machineLine}

${formatTable(['template', 'ms', 'MB/s', '% added'], rows)}`;
}

export const program: Program = {
  help: HELP,
  values: ['sites', 'pages', 'rounds'],
  run: async (line) => line.print(await measure(line), format),
};
