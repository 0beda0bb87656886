/** Every option of the detector as a flag: `--base-lifetime` for `baseLifetime`. */
import { type DetectorOptions, resolveOptions } from 'refrain';
import type { CommandLine } from '../bench/command.ts';

const OPTIONS = ['preset', ...Object.keys(resolveOptions())];

const flagOf = (option: string): string => option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const DETECTOR_FLAGS: readonly string[] = OPTIONS.map(flagOf);

/** The options on the command line. The library checks their values. */
export function readDetectorOptions(line: CommandLine): DetectorOptions {
  const given: Record<string, unknown> = {};
  for (const option of OPTIONS) {
    const text = line.text(flagOf(option));
    if (text === undefined) continue;
    if (option === 'separators') given[option] = /^(paper|html5|blocks)$/.test(text) ? text : text.split(',');
    else given[option] = text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  }
  return given;
}
