import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A test with a folder that holds files, by path, and is gone after it. */
export function withFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
  run: (folder: string) => Promise<void>,
): () => Promise<void> {
  return async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'refrain-')));
    try {
      for (const [name, content] of Object.entries(files)) {
        const path = join(folder, name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, content);
      }
      await run(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
