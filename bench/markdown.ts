/**
 * `npm run bench markdown`: what is left of the content of real pages in their Markdown, and how fast it is written, beside
 * other writers of Markdown.
 */
import { availableParallelism, cpus } from 'node:os';
import { printJson, readCommandLine, readCount, runCommand } from './command.ts';
import { f1Of, keptOf, STRUCTURES } from './markdown/compare.ts';
import { singleContents, siteContents } from './markdown/contents.ts';
import { type Fidelity, type Loss, measureFidelity } from './markdown/fidelity.ts';
import { measureCost, measureSpeed, type WriterSpeed } from './markdown/speed.ts';
import { createWriters, OURS } from './markdown/writers.ts';
import { Problem } from './problem.ts';
import { formatTable } from './table.ts';

const HELP = `usage: npm run bench markdown -- [options]

Writes the content of real pages as Markdown, renders it by micromark, and compares words and structure with the content.
Other writers are given the HTML of the same content. Then times all of them on it.

Options
  --sites DIR   a folder of sites (folders or .tar.gz archives). Default: REFRAIN_SITES, else those in the repository
  --wcxb DIR    also single pages of a folder with .html files and index.tsv (name, kind, URL)
  --pages N     pages of each site, and single pages at five times that number. Default: 40
  --losses N    also the N pages that refrain loses most on, by structure
  --quick       fewer pages and rounds
  --json        one JSON object (with npm run --silent bench: nothing else)
`;

interface Report {
  readonly machine: { readonly node: string; readonly processor: string; readonly cores: number };
  readonly pages: Readonly<Record<string, number>>;
  /** Megabytes (10⁶ bytes) of content HTML. */
  readonly megabytes: number;
  readonly fidelity: readonly Fidelity[];
  readonly speed: readonly WriterSpeed[];
  /** Time of `markdown('content')` over the time of `learn`. */
  readonly costOnTopOfLearn: number;
}

const share = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(4).replace(/^0/, ''));

function format({ machine, pages, megabytes, fidelity, speed, costOnTopOfLearn }: Report): string {
  const total = Object.values(pages).reduce((sum, count) => sum + count, 0);
  const kept = fidelity.map(({ name, words, counts, sameAgain, failed }) => [
    ...[name, share(words)],
    ...STRUCTURES.map((structure) => share(keptOf(counts[structure]))),
    ...[share(sameAgain), failed === 0 ? '' : String(failed)],
  ]);
  const exact = fidelity.map(({ name, counts }) => [
    name,
    ...STRUCTURES.map((structure) => share(f1Of(counts[structure]))),
  ]);
  const of = STRUCTURES.map((structure) => `${fidelity[0]?.counts[structure].source ?? 0} ${structure}`).join(', ');
  const speeds = speed.map(({ name, megabytesPerSecond, slower }) => [
    ...[name, megabytesPerSecond.toFixed(1), slower.toFixed(1)],
  ]);
  return `${total} pages of ${Object.keys(pages).length} sources, ${megabytes.toFixed(1)} MB of content HTML
${of}
Node ${machine.node}, ${machine.cores} × ${machine.processor}

Kept, by what the Markdown is rendered to (words: F1, mean over pages; others: share of all):
${formatTable(['', 'words', ...STRUCTURES, 'again', 'failed'], kept)}

F1, where what is added counts too:
${formatTable(['', ...STRUCTURES], exact)}

Speed, parsing included:
${formatTable(['', 'MB/s', 'refrain is faster by'], speeds)}

markdown('content') on top of learn: ${(100 * costOnTopOfLearn).toFixed(0)} % of its time
`;
}

/** The pages with the most losses of each structure. */
function formatLosses(losses: readonly Loss[], count: number): string {
  const lines: string[] = [];
  for (const structure of ['words', ...STRUCTURES] as const) {
    const lost = ({ comparison }: Loss): number => comparison[structure].source - comparison[structure].same;
    const extra = ({ comparison }: Loss): number => comparison[structure].found - comparison[structure].same;
    const worst = losses
      .filter((loss) => lost(loss) + extra(loss) > 0)
      .sort((one, other) => lost(other) + extra(other) - lost(one) - extra(one))
      .slice(0, count);
    for (const loss of worst) lines.push(`${structure} ${loss.page}: ${lost(loss)} lost, ${extra(loss)} added`);
  }
  return `\n${lines.join('\n')}\n`;
}

await runCommand('bench markdown', async (words) => {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const flags = { sites: text, wcxb: text, pages: text, losses: text, quick: flag, json: flag, help: flag };
  const line = readCommandLine(words, flags);
  if (line.has('help')) return void process.stdout.write(HELP);
  if (line.operands.length > 0) throw new Problem(`unexpected argument ${line.operands[0]}; see --help`);
  const isQuick = line.has('quick');
  const count = readCount(line, 'pages', isQuick ? 10 : 40);
  const folder = line.text('sites') ?? process.env['REFRAIN_SITES'];
  const singles = line.text('wcxb');
  const sites = await siteContents(folder, count);
  if (singles !== undefined) sites.push(await singleContents(singles, 5 * count));
  const writers = await createWriters();
  const losses: Loss[] = [];
  const fidelity = measureFidelity(sites, writers, (loss) => {
    if (loss.writer === OURS) losses.push(loss);
  });
  const effort = isQuick ? { warmups: 1, rounds: 3 } : { warmups: 1, rounds: 7 };
  const contents = sites.flatMap((site) => site.contents);
  const report: Report = {
    machine: { node: process.version, processor: cpus()[0]?.model ?? 'unknown', cores: availableParallelism() },
    pages: Object.fromEntries(sites.map((site) => [site.site, site.contents.length])),
    megabytes: contents.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0) / 1e6,
    fidelity,
    speed: await measureSpeed(sites, writers, effort, OURS),
    costOnTopOfLearn: await measureCost(folder, isQuick ? 60 : 240, { warmups: 1, rounds: 2 * effort.rounds }),
  };
  if (line.has('json')) return printJson(report);
  process.stdout.write(format(report));
  if (line.text('losses') !== undefined) process.stdout.write(formatLosses(losses, readCount(line, 'losses', 5)));
});
