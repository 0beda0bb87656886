/**
 * Pages of a crawl as a run has written them: lines of JSON with `id` or `url`, `contentHash` and `contentDigest`, and without HTML.
 * So crawls can be compared whose pages nobody has kept.
 */
import { statSync } from 'node:fs';
import { openPlain, readLines, untilFailure } from '@refrain/crawl/internal';
import { InputError } from 'refrain';
import { CommandError } from '../errors.ts';
import { tallyOf } from '../job/task.ts';
import type { Progress } from '../output/progress.ts';
import { namesOf, type PageFacts } from './facts.ts';

/** Longer lines are none of these. Lines of a run may have the text of their page too. */
const LINE_BYTES_MAX = 64 * 1024 * 1024;

const HASH = /^[0-9a-f]{16}$/;

const ADVICE = 'write the lines with --fields id,url,contentHash,contentDigest';

/** Whether an input is such a file, by its first line. */
export async function isHashList(path: string): Promise<boolean> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  try {
    for await (const { bytes } of readLines(openPlain(path), LINE_BYTES_MAX)) {
      const value = objectOf(bytes);
      return value !== undefined && !('html' in value) && ('id' in value || 'url' in value);
    }
  } catch {
    // Reading it as a crawl says what is wrong with it.
  }
  return false;
}

/** How a file is read. */
export interface ListOptions {
  readonly progress: Progress;
  readonly interrupted: AbortSignal;
}

/**
 * Gives every page of a file to `take`; `taken` runs behind each.
 *
 * @throws {CommandError} `INPUT_INVALID` where no line has a hash
 */
export async function readHashList(
  path: string,
  { progress, interrupted }: ListOptions,
  take: (page: PageFacts) => void,
  taken: () => Promise<void> = async () => undefined,
): Promise<void> {
  let hashes = 0;
  const lines = readLines(openPlain(path), LINE_BYTES_MAX);
  for await (const line of untilFailure(lines, (error) => progress.failure(path, error))) {
    await new Promise(setImmediate);
    if (interrupted.aborted) return;
    const page = pageOf(objectOf(line.bytes));
    if (page === undefined) {
      const error = new InputError(`the line at byte ${line.offset} has no id or url; ${ADVICE}`, 'INPUT_DAMAGED');
      progress.failure(`${path}:${line.number}`, error);
      continue;
    }
    if (page.hash !== undefined) hashes += 1;
    take(page);
    await taken();
    progress.batch(tallyOf({ pages: 1, bytes: line.length }));
  }
  if (hashes === 0) throw new CommandError(`${path}: no line has a contentHash; ${ADVICE}`, { code: 'INPUT_INVALID' });
}

function objectOf(bytes: Uint8Array | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** The facts of a line; undefined where it has neither id nor URL. */
function pageOf(value: Readonly<Record<string, unknown>> | undefined): PageFacts | undefined {
  const textOf = (name: string): string => (typeof value?.[name] === 'string' ? value[name] : '');
  const url = textOf('url');
  const id = textOf('id') || url;
  if (id === '') return undefined;
  const hashOf = (name: string): string | undefined => (HASH.test(textOf(name)) ? textOf(name) : undefined);
  return {
    // By URL or id alone: the site of a file is the name of its folder, which differs from crawl to crawl.
    ...namesOf({ id, url, site: '', namesSite: true }),
    ...{ hash: hashOf('contentHash'), digest: hashOf('contentDigest'), texts: undefined },
  };
}
