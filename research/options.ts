/** Options of several commands: those of the detector, and a model. */
import { readFile, writeFile } from 'node:fs/promises';
import { type DetectorOptions, resolveOptions } from 'refrain';
import { type CommandLine, Problem } from '../bench/command-line.ts';

const OPTIONS = ['preset', ...Object.keys(resolveOptions())];

const flagOf = (option: string): string => option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const DETECTOR_FLAGS: readonly string[] = OPTIONS.map(flagOf);

export function readDetectorOptions(line: CommandLine): DetectorOptions {
  const given: Record<string, unknown> = {};
  for (const option of OPTIONS) {
    const text = line.text(flagOf(option));
    if (text === undefined) continue;
    given[option] = text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  }
  return given;
}

export async function readModelBytes(path: string): Promise<Uint8Array> {
  return readFile(path).catch((error: unknown) => {
    throw new Problem(`${path}: cannot be read (${String(error)})`);
  });
}

export const writeModelBytes = (path: string, bytes: Uint8Array): Promise<void> =>
  writeFile(path, bytes).catch((error: unknown) => {
    throw new Problem(`${path}: cannot be written (${String(error)})`);
  });

/** The model of the flag, which replaces the shipped model. */
export async function readModelFile(line: CommandLine): Promise<{ readonly model?: Uint8Array }> {
  const path = line.text('model');
  return path === undefined ? {} : { model: await readModelBytes(path) };
}
