/** Parses the commands of `sh` blocks, and checks their arguments. */
import { existsSync, readFileSync } from 'node:fs';
import { prepareCommand } from '../../packages/cli/src/run-command.ts';
import { CHECKS } from '../checks.ts';
import { ENTRIES, packageOf } from './entries.ts';

export type Command = readonly string[];

const TOKEN =
  /"((?:[^"\\]|\\.)*)"|'([^']*)'|(\|\||&&|[|;&\n])|(\d?>{1,2}|<)\s*\S+|(#[^\n]*)|((?:\\.|[^\s"'|;&<>#\\])[^\s"'|;&<>]*)/gs;

export function commandsOf(script: string): Command[] {
  const commands: string[][] = [[]];
  for (const [, double, single, end, , comment, plain] of script.replaceAll('\\\n', ' ').matchAll(TOKEN)) {
    const word = double ?? single ?? plain;
    if (end !== undefined) commands.push([]);
    else if (comment === undefined && word !== undefined) commands.at(-1)?.push(word);
  }
  return commands.filter((words) => words.length > 0);
}

const OWN_PACKAGES = new Set([...ENTRIES.map(({ name }) => packageOf(name)), '@refrain/cli']);

const isListed = (file: string, name: string): boolean =>
  new RegExp(`^  '?${name}'?: \\{`, 'm').test(readFileSync(file, 'utf8'));

/** True if `npm run bench NAME`, `npm run research -- NAME` or `npm run check NAME` exists. */
const KNOWS: Readonly<Record<string, (name: string) => boolean>> = {
  bench: (name) => isListed('bench/run.ts', name),
  research: (name) => isListed('research/run.ts', name),
  check: (wanted) => CHECKS.some(({ name }) => name === wanted),
};

function checkScript([script, ...rest]: Command): string | undefined {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  if (script === undefined || !(script in scripts)) return `package.json has no script ${script}`;
  const name = rest[0] === '--' ? rest[1] : rest[0];
  if (name === undefined || name.startsWith('-') || (KNOWS[script]?.(name) ?? true)) return undefined;
  return `there is no ${script} ${name}`;
}

function checkInstalled(names: Command): string | undefined {
  const unknown = names.find((name) => /^(refrain$|@refrain\/)/.test(name) && !OWN_PACKAGES.has(name));
  return unknown === undefined ? undefined : `there is no package ${unknown}`;
}

/**
 * The reason why a command would fail, or undefined. Flags of `refrain` are parsed; npm scripts and programs of this
 * repository must exist. Other commands are not checked.
 */
export function checkCommand(words: Command): string | undefined {
  const [program, first, ...rest] = words;
  if (program === 'npx' && (first === '@refrain/cli' || first === 'refrain')) return checkCommand(['refrain', ...rest]);
  if (program === 'npm' && first === 'run') return checkScript(rest);
  if (program === 'npm' && first === 'install') return checkInstalled(rest);
  if (program === 'node' && first === '--import') {
    const [loader, file = ''] = rest;
    return loader !== 'tsx' || existsSync(file) ? undefined : `there is no ${file}`;
  }
  if (program !== 'refrain') return undefined;
  try {
    prepareCommand(words.slice(1), true);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
