/** `refrain.config.json`: defaults of flags, and what a person has decided for sites. */
import { existsSync, readFileSync } from 'node:fs';
import { PageRules } from '@refrain/rules';
import type { PageKind } from 'refrain';
import { CommandError } from '../errors.ts';
import { type Flags, flagOf, suggestion } from './flags.ts';

export const CONFIG_FILE = 'refrain.config.json';

/** What holds for the pages of a site. Elements that are dropped are dropped in kept ones too. */
export interface SiteConfig {
  readonly keep?: readonly string[];
  readonly drop?: readonly string[];
  readonly language?: string;
  readonly kind?: PageKind;
}

/** By names of sites; `*` is every site that is not named. */
export type SiteConfigs = Readonly<Record<string, SiteConfig>>;

const KINDS: readonly PageKind[] = [
  ...(['article', 'documentation', 'forum', 'product', 'listing', 'collection', 'service', 'home'] as const),
];

const refusal = (file: string, key: string, message: string): CommandError =>
  new CommandError(`${file}: ${key === '' ? '' : `${key}: `}${message}`, { code: 'CONFIG_INVALID' });

type Members = Readonly<Record<string, unknown>>;

function membersOf(file: string, key: string, value: unknown, known?: readonly string[]): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refusal(file, key, 'must be an object');
  for (const name of known === undefined ? [] : Object.keys(value)) {
    if (known?.includes(name)) continue;
    const path = key === '' ? name : `${key}.${name}`;
    throw refusal(file, path, `unknown; must be one of ${known?.join(', ')}${suggestion(name, known ?? [])}`);
  }
  return value as Members;
}

function readFile(file: string): Members {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal(file, '', `is not JSON: ${error.message}`);
    throw CommandError.of(file, error);
  }
  return membersOf(file, '', json, ['$schema', 'flags', 'sites']);
}

/**
 * What the file decides for sites.
 *
 * @throws {CommandError} `CONFIG_INVALID`, which names the file and the key
 */
export function readSiteConfigs(file: string): SiteConfigs {
  const sites = membersOf(file, 'sites', readFile(file)['sites'] ?? {});
  for (const [site, value] of Object.entries(sites)) {
    const key = `sites.${site}`;
    const members = membersOf(file, key, value, ['keep', 'drop', 'language', 'kind']);
    for (const name of ['keep', 'drop']) {
      const selectors = members[name] ?? [];
      if (!Array.isArray(selectors)) throw refusal(file, `${key}.${name}`, 'must be a list of selectors');
      for (const [at, selector] of selectors.entries()) {
        if (typeof selector === 'string' && PageRules.canRead(selector)) continue;
        const rule = 'must be a selector of names, ids, classes and attributes, as in main > .notes or [role="menu"]';
        throw refusal(file, `${key}.${name}[${at}]`, `${rule}, not ${JSON.stringify(selector)}`);
      }
    }
    const { language, kind } = members;
    if (language !== undefined && !(typeof language === 'string' && /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(language)))
      throw refusal(file, `${key}.language`, `must be a tag such as de or pt-BR, not ${JSON.stringify(language)}`);
    if (kind !== undefined && !KINDS.some((each) => each === kind))
      throw refusal(file, `${key}.kind`, `must be one of ${KINDS.join(', ')}, not ${JSON.stringify(kind)}`);
  }
  return sites as SiteConfigs;
}

/** Values of flags that are files: a folder that someone else has made must not write to others. */
const FILES = new Set(['FILE', 'FOLDER', 'PATH']);
/** What only who starts the command can allow. */
const GRANTS = new Set(['allow-private', 'header', 'proxy']);
/** Flags that have no meaning beside another one that is given. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  format: ['md', 'print'],
  md: ['format', 'print'],
  print: ['format', 'md', 'fields'],
  fields: ['print'],
};

/**
 * Adds the defaults of a file to the texts of flags that were given: of the file that `--config` names, else of the one in this folder.
 *
 * @param flags all flags that the file may have
 * @param own those of the command; others are left out
 * @throws {CommandError} as `readSiteConfigs` does
 */
export function addDefaults(texts: Map<string, string[]>, flags: Flags, own: Flags = flags): void {
  const file = texts.get('config')?.at(-1) ?? (existsSync(CONFIG_FILE) ? CONFIG_FILE : undefined);
  if (file === undefined) return;
  const given = new Set(texts.keys());
  texts.set('config', [file]);
  const named = new Map(Object.entries(flags).map(([name, flag]) => [flagOf(name), flag]));
  for (const [name, value] of Object.entries(membersOf(file, 'flags', readFile(file)['flags'] ?? {}))) {
    const key = `flags.${name}`;
    const flag = named.get(name);
    if (flag === undefined) throw refusal(file, key, `no flag has this name${suggestion(name, [...named.keys()])}`);
    if (FILES.has(flag.value ?? '')) throw refusal(file, key, 'names a file, which only the command line can do');
    if (GRANTS.has(name)) throw refusal(file, key, 'is for the command line only');
    const values = flag.isList && Array.isArray(value) ? value : [value];
    const isFit = (each: unknown): boolean =>
      flag.value === undefined ? typeof each === 'boolean' : typeof each === 'string' || typeof each === 'number';
    if (!values.every(isFit))
      throw refusal(file, key, flag.value === undefined ? 'must be true or false' : 'must be a text or a number');
    flag.read(values.map(String), `${file}: ${key}`);
    if (given.has(name) || INSTEAD[name]?.some((other) => given.has(other)) || value === false) continue;
    if (!Object.values(own).includes(flag)) continue;
    texts.set(name, values.map(String));
  }
}
