import { readFile, writeFile } from 'node:fs/promises';
import { type CommandLine, Problem } from '../bench/command.ts';

export async function readModelBytes(path: string): Promise<Uint8Array> {
  return readFile(path).catch((error: unknown) => {
    throw new Problem(`${path}: cannot be read (${String(error)})`);
  });
}

export const writeModelBytes = (path: string, bytes: Uint8Array): Promise<void> =>
  writeFile(path, bytes).catch((error: unknown) => {
    throw new Problem(`${path}: cannot be written (${String(error)})`);
  });

/** The model that `--model` names, instead of the shipped one. */
export async function readModelFile(line: CommandLine): Promise<{ readonly model?: Uint8Array }> {
  const path = line.text('model');
  return path === undefined ? {} : { model: await readModelBytes(path) };
}
