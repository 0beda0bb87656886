import { readFile } from 'node:fs/promises';
import { type CommandLine, Problem } from '../bench/command.ts';

/** The model that `--model` names, instead of the shipped one. */
export async function readModelFile(line: CommandLine): Promise<{ readonly model?: Uint8Array }> {
  const path = line.text('model');
  if (path === undefined) return {};
  try {
    return { model: await readFile(path) };
  } catch (error) {
    throw new Problem(`${path}: cannot be read (${String(error)})`);
  }
}
