/** `extract`: a process from its start to its result, and beside other extractors, one page after another. */
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { extract } from 'refrain';
import type { BenchPage } from '../pages/read.ts';
import { runProcess } from '../processes.ts';
import { median } from '../report.ts';
import { fastest, speedRatio, timeRounds } from '../throughput/rounds.ts';

/** Milliseconds until a process has written its result, and until it has ended. */
interface Cold {
  readonly result: number;
  readonly end: number;
}

export interface ExtractSpeed {
  readonly pages: number;
  /** Of a process that imports the package and extracts one page, less those of one that does nothing: medians. */
  readonly coldMilliseconds: Cold;
  /** Milliseconds a page. */
  readonly warmMilliseconds: number;
  /** Speed of `extract` over that of others, which parse by linkedom. */
  readonly warmVs: Readonly<Record<string, number>>;
}

/** A process that writes the value of an expression. */
async function coldProcess(program: string): Promise<Cold> {
  const start = performance.now();
  let result: number | undefined;
  await runProcess(['--input-type=module', '--eval', program], () => {
    result ??= performance.now() - start;
  });
  if (result === undefined) throw new Error('a process has no result');
  return { result, end: performance.now() - start };
}

/** What processes of one program take beyond those of another, one after the other: medians. */
async function difference(program: string, empty: string, count: number): Promise<Cold> {
  const times: Cold[] = [];
  const base: Cold[] = [];
  for (let index = 0; index < count; index += 1) {
    times.push(await coldProcess(program));
    base.push(await coldProcess(empty));
  }
  const between = (of: keyof Cold): number =>
    median(times.map((each) => each[of])) - median(base.map((each) => each[of]));
  return { result: between('result'), end: between('end') };
}

const url = 'https://site.example/page';
const parse = (html: string): Document => parseHTML(html).document as unknown as Document;
/** Each gives the length of what it found. */
const EXTRACTORS: Readonly<Record<string, (html: string) => Promise<number>>> = {
  extract: async (html) => (await extract(html, { url })).text.length,
  Defuddle: async (html) => (await Defuddle(parse(html), url, { useAsync: false })).content.length,
  Readability: async (html) => new Readability(parse(html)).parse()?.content?.length ?? 0,
};

export async function measureExtract(
  pages: readonly BenchPage[],
  { rounds, processes }: { readonly rounds: number; readonly processes: number },
): Promise<ExtractSpeed> {
  const contenders = Object.entries(EXTRACTORS).map(([name, find]) => ({
    ...{ name, meaning: name, isAsync: true as const, isWarmed: true as const },
    prepare: async () => async () => {
      let found = 0;
      for (const { html } of pages) found += await find(html);
      return found;
    },
  }));
  const timings = await timeRounds(contenders, { warmups: 2, rounds });
  const program = `import { extract } from 'refrain'; process.stdout.write((await extract(${JSON.stringify(pages[0]?.html)})).text);`;
  const others = Object.keys(EXTRACTORS).slice(1);
  return {
    pages: pages.length,
    coldMilliseconds: await difference(program, "process.stdout.write('-')", processes),
    warmMilliseconds: fastest(timings, 'extract') / pages.length,
    warmVs: Object.fromEntries(others.map((name) => [name, speedRatio(timings, 'extract', name)])),
  };
}
