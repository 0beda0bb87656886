/** `npm run bench repeated`: speed of `default` by how much of a site's pages is repeated. */
import { writeFileSync } from 'node:fs';
import { printJson, readCommandLine, readCount, runCommand } from './command.ts';
import { Problem } from './problem.ts';
import { HIGH, highAgainstLow, LOW } from './repeated/line.ts';
import { drawSvg } from './repeated/plot.ts';
import { RUN_MIN } from './repeated/repeated.ts';
import { measureShares, type SiteSpeed } from './repeated/shares.ts';
import { formatTable } from './table.ts';
import { readBenchSites } from './throughput/pages.ts';

const HELP = `usage: npm run bench repeated -- [options]

Speed of default on each site, beside two shares: bytes in runs of at least ${RUN_MIN} that begin at a tag and stand on
the page before, and text in template blocks. The pages of a site are in a random order; the time is that of the processor, in the fastest round. The last line compares sites of
${HIGH * 100} and ${LOW * 100} % repeated bytes on the straight line through the times of all sites.

Options
  --sites DIR   a folder of sites (folders or .tar.gz archives). Default: REFRAIN_SITES, else the sites in the
                development packages
  --pages N     pages of each site. Default: 60
  --rounds N    rounds of each site. Default: 9
  --svg FILE    draws speed by share
  --json        one JSON object (with npm run --silent bench: nothing else)
`;

const percent = (share: number): string => (share * 100).toFixed(0);

function format(sites: readonly SiteSpeed[]): string {
  const rows = sites.map(({ name, pages, megabytes, repeated, template, speed }) => [
    ...[name, String(pages), megabytes.toFixed(1), percent(repeated), percent(template)],
    speed.toFixed(0),
  ]);
  return `${formatTable(['site', 'pages', 'MB', '% repeated', '% template', 'MB/s'], rows)}

speed at ${percent(HIGH)} % repeated over speed at ${percent(LOW)} %: ${highAgainstLow(sites).toFixed(2)}
`;
}

await runCommand('bench', async (words) => {
  const line = readCommandLine(words, {
    ...{ sites: { type: 'string' }, pages: { type: 'string' }, rounds: { type: 'string' } },
    ...{ svg: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  if (line.operands.length > 0) throw new Problem('use --sites for a folder of sites; see --help');
  const effort = { pagesPerSite: readCount(line, 'pages', 60), warmups: 2, rounds: readCount(line, 'rounds', 9) };
  const sites = await measureShares(await readBenchSites(line.text('sites') ?? process.env['REFRAIN_SITES']), effort);
  const file = line.text('svg');
  if (file !== undefined) writeFileSync(file, drawSvg(sites));
  if (line.has('json')) {
    printJson({ sites, highAgainstLow: highAgainstLow(sites) });
  } else process.stdout.write(format(sites));
});
