/** Makes and compares inputs until its time is over, in a process of its own, so that the watch can end it if it stands still. */
import { openSync, writeSync } from 'node:fs';
import { HtmlParser } from 'refrain/html';
import { compareWithParse5 } from '../../test/html/parse5-tree.ts';
import { seeded } from '../../test/support/random.ts';
import { Mutator } from './mutate.ts';
import { readSeeds } from './seeds.ts';
import { shrink } from './shrink.ts';

/** The first argument, as JSON. */
export interface Work {
  readonly seed: number;
  readonly seconds: number;
  readonly folders: readonly string[];
  /** Where the input in hand is written. */
  readonly inHand: string;
}

/** Inputs so far, and how many of them showed a known difference. */
export interface Counts {
  readonly inputs: number;
  readonly known: number;
}

/** A finding: its kind and the smallest input that shows it. */
export interface Finding {
  readonly kind: 'difference' | 'trap' | 'hang';
  readonly html: string;
}

/** Longer than this no input may take. */
const HANG_MS = 1000;
/** After so many the rest is the same again. */
const FINDINGS_MOST = 40;

/** How often the counts are sent. */
const NEWS_MS = 500;

const work = JSON.parse(process.argv[2] ?? '') as Work;
const inHand = openSync(work.inHand, 'w');
const encoder = new TextEncoder();
const written = new Uint8Array(65_536);

function note(html: string): void {
  const length = encoder.encodeInto(html, written.subarray(8)).written;
  new DataView(written.buffer).setUint32(0, length);
  writeSync(inHand, written, 0, length + 8, 0);
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

/** What is wrong with an input, if anything. After a trap the instance is another one. */
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
let news = 0;
let inputs = 0;
let known = 0;
for (let now = 0; now < end && found.size < FINDINGS_MOST; now = performance.now()) {
  const html = mutator.next();
  note(html);
  const kind = await judge(html);
  if (kind === 'known') known += 1;
  else if (kind !== undefined) report(kind, await shrink(html, async (smaller) => (await judge(smaller)) === kind));
  inputs += 1;
  if (now < news) continue;
  news = now + NEWS_MS;
  // Messages leave only when the loop lets go.
  await new Promise((resolve) => process.send?.({ inputs, known } satisfies Counts, resolve));
}
process.send?.({ inputs, known } satisfies Counts, () => process.disconnect());
