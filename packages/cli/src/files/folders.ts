/** Folders in the folder of an output. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errors } from '@refrain/crawl/engine';
import { CommandError } from '../errors.ts';
import { kindOf } from './output-target.ts';

/** Folders that are known to be folders. */
const KNOWN_MAX = 10_000;

export class Folders {
  readonly #root: string;
  readonly #known = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** One by one: `mkdir` with `recursive` follows links, and does not return below /proc. */
  make(name: string): void {
    if (name === '.' || this.#known.has(name)) return;
    this.make(dirname(name));
    const path = join(this.#root, name);
    try {
      mkdirSync(path);
    } catch (error) {
      // It is there already, or another thread makes it at the same time.
      if (errors.codeOf(error) !== 'EEXIST') throw error;
    }
    const kind = kindOf(path);
    if (kind !== 'a folder')
      throw new CommandError(`${path} is ${kind === 'file' ? 'a file' : kind}`, { code: 'OUTPUT_INVALID' });
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.add(name);
  }
}
