import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type Files = Readonly<Record<string, string | Uint8Array>>;

export function writeFiles(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

/** Runs a function in a temporary folder with these files. */
export async function inFolder<T>(files: Files, run: (folder: string) => T | Promise<T>): Promise<T> {
  // The system's temporary folder may be a link, and error messages name real paths.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'refrain-')));
  try {
    writeFiles(folder, files);
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const withFolder =
  (files: Files, run: (folder: string) => void | Promise<void>): (() => Promise<void>) =>
  () =>
    inFolder(files, run);
