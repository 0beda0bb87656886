/**
 * What a `SiteTemplate` costs on top of `learn`: each page is learned twice, by two detectors in turn, one of which is observed.
 * The least time of each page over the rounds counts.
 *
 * Run: npm run bench observe -- SITES_DIR… [--pages N] [--rounds N] [--json]
 */
import { SiteTemplate } from '@refrain/rules';
import { Detector } from 'refrain';
import { printJson, readCommandLine, readCount, runCommand } from './command.ts';
import { findSites } from './corpus/sites.ts';
import { withoutGold } from './evaluation/gold.ts';
import { Problem } from './problem.ts';
import { formatTable } from './table.ts';

interface Cost {
  readonly site: string;
  readonly pages: number;
  /** Microseconds of `learn` for a page, and what `observe` adds, as a share of it. */
  readonly learn: number;
  readonly added: number;
  /** Bytes that are saved, as a share of the bytes of the table. */
  readonly bytes: number;
}

async function costOf(site: string, pages: readonly Uint8Array[], rounds: number): Promise<Cost> {
  const alone = pages.map(() => Number.POSITIVE_INFINITY);
  const observed = pages.map(() => Number.POSITIVE_INFINITY);
  let bytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const [one, other, template] = [await Detector.create(), await Detector.create(), new SiteTemplate({ site })];
    for (const [at, html] of pages.entries()) {
      const id = `${at}`;
      const plain = (): void => {
        const begun = performance.now();
        one.learn(html, { id });
        alone[at] = Math.min(alone[at] ?? 0, performance.now() - begun);
      };
      const watched = (): void => {
        const begun = performance.now();
        template.observe(other.learn(html, { id }), id);
        observed[at] = Math.min(observed[at] ?? 0, performance.now() - begun);
      };
      for (const run of (at + round) % 2 === 0 ? [plain, watched] : [watched, plain]) run();
    }
    bytes = template.save().length / other.stats.tableBytes;
  }
  const sum = (times: readonly number[]): number => times.reduce((all, time) => all + time, 0);
  const learn = (1000 * sum(alone)) / pages.length;
  return { site, pages: pages.length, learn, added: sum(observed) / sum(alone) - 1, bytes };
}

await runCommand('observe', async (words) => {
  const line = readCommandLine(words, {
    ...{ pages: { type: 'string' }, rounds: { type: 'string' }, json: { type: 'boolean' } },
  });
  if (line.operands.length === 0) throw new Problem('give one or more SITES_DIR');
  const [most, rounds] = [readCount(line, 'pages', 2000), readCount(line, 'rounds', 12)];
  const costs: Cost[] = [];
  for (const source of line.operands.flatMap(findSites)) {
    const pages = (await source.read()).slice(0, most);
    const html = pages.map(({ bytes }) => new TextEncoder().encode(withoutGold(new TextDecoder().decode(bytes))));
    costs.push(await costOf(source.name, html, rounds));
  }
  if (line.has('json')) {
    printJson({ sites: costs });
    return;
  }
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const rows = costs.map(({ site, pages, learn, added, bytes }) => [
    ...[site, `${pages}`, learn.toFixed(1), percent(added), percent(bytes)],
  ]);
  process.stdout.write(`${formatTable(['site', 'pages', 'learn, µs', 'observe adds', 'saved, of table'], rows)}\n`);
});
