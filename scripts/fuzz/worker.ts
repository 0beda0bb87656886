/** Generates and compares inputs until the time is over, in its own process, so that the parent can kill it when it hangs. */
import { openSync, writeSync } from 'node:fs';
import { HtmlParser } from 'refrain/html';
import { compareWithParse5 } from '../../test/html/parse5-tree.ts';
import { seeded } from '../../test/support/random.ts';
import { Mutator } from './mutate.ts';
import { readSeeds } from './seeds.ts';
import { shrink } from './shrink.ts';

/** The first argument of the process, as JSON. */
export interface Work {
  readonly seed: number;
  readonly seconds: number;
  readonly folders: readonly string[];
  /** Path of the file for the current input. */
  readonly currentInput: string;
}

/** Inputs so far, and those of them with a known difference. */
export interface Counts {
  readonly inputs: number;
  readonly known: number;
}

/** A failure: its kind and the shrunk input. */
export interface Finding {
  readonly kind: 'difference' | 'trap' | 'hang';
  readonly html: string;
}

/** Maximum time of an input. */
const HANG_MS = 1000;
/** The run ends after this number of findings. */
const MAX_FINDINGS = 40;

/** Time between two messages with the counts. */
const COUNTS_MS = 500;

const work = JSON.parse(process.argv[2] ?? '') as Work;
const inputFile = openSync(work.currentInput, 'w');
const encoder = new TextEncoder();
const written = new Uint8Array(65_536);

function writeInput(html: string): void {
  const length = encoder.encodeInto(html, written.subarray(8)).written;
  new DataView(written.buffer).setUint32(0, length);
  writeSync(inputFile, written, 0, length + 8, 0);
}

const load = (): Promise<HtmlParser> => HtmlParser.create({ maxDepth: 0 });
let parser = await load();

const seeds = await readSeeds(work.folders);
const mutator = new Mutator(seeds, seeded(work.seed));
const found = new Set<string>();

function report(kind: Finding['kind'], html: string): void {
  if (found.has(html)) return;
  found.add(html);
  process.send?.({ kind, html } satisfies Finding);
}

/** Judges an input; undefined where it passes. After a trap the parser is replaced. */
async function judge(html: string): Promise<Finding['kind'] | 'known' | undefined> {
  const start = performance.now();
  try {
    const comparison = compareWithParse5(parser, html);
    if (comparison !== 'same') return comparison === 'different' ? 'difference' : comparison;
    return performance.now() - start > HANG_MS ? 'hang' : undefined;
  } catch {
    parser = await load();
    return 'trap';
  }
}

const end = performance.now() + work.seconds * 1000;
let nextCounts = 0;
let inputs = 0;
let known = 0;
for (let now = 0; now < end && found.size < MAX_FINDINGS; now = performance.now()) {
  const html = mutator.next();
  writeInput(html);
  const kind = await judge(html);
  if (kind === 'known') known += 1;
  else if (kind !== undefined) report(kind, await shrink(html, async (smaller) => (await judge(smaller)) === kind));
  inputs += 1;
  if (now < nextCounts) continue;
  nextCounts = now + COUNTS_MS;
  // A message is sent only when the event loop gets control.
  await new Promise((resolve) => process.send?.({ inputs, known } satisfies Counts, resolve));
}
process.send?.({ inputs, known } satisfies Counts, () => process.disconnect());
