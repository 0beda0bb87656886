/** Flags that several commands have. */
import { existsSync } from 'node:fs';
import type { SiteOf } from '@refrain/crawl';
import type { DetectorOptions, Part } from 'refrain';
import { check, selection } from 'refrain/engine';
import { CommandError, messageOf, shownCode } from '../errors.ts';
import {
  count,
  type Flag,
  flag,
  list,
  nearest,
  option,
  suggestion,
  text,
  toggle,
  usageError,
  wordOption,
} from './flags.ts';
import { readHeaders } from './headers.ts';

export const MIB = 1024 * 1024;
/** Bounds of the linear memory of all threads together, in bytes. A page takes about 25 times its size: in less, many pages fail. */
export const RUN_MEMORY = { default: 512 * MIB, min: 16 * MIB, max: 4095 * MIB } as const;

/** Of all commands. */
export const HELP_FLAGS = {
  help: toggle('print this help', 'h'),
  version: toggle('print the version', 'v'),
};

/** Of commands with a short help. */
export const LONG_HELP = { helpAll: toggle('print all options, formats and exit codes') };

export const quiet = (meaning: string) => ({ quiet: toggle(meaning, 'q') });

/** Which pages are read. */
export const PATTERN_FLAGS = {
  include: list('GLOB', 'read only pages whose URL or id matches; can be given several times'),
  exclude: list('GLOB', 'leave out pages whose URL or id matches; can be given several times'),
};

export const PRIVATE_FLAG = {
  allowPrivate: toggle('read addresses of this machine and of networks that are not public too'),
};

/** Pages of a site in a sample. */
const PAGES_PER_SITE = { min: 1, max: 100_000 } as const;

const HEADER_MEANING =
  "'Name: value' for the hosts of the addresses given, 'https://host Name: value' for one host, '* Name: value' for all, or @FILE with one a line; can be given several times";

/** The address of a proxy, which its message does not name: it may have a password. */
function readProxy(given: string, name: string): string {
  const text = given.includes('://') ? given : `http://${given}`;
  if (URL.canParse(text) && /^https?:/i.test(text)) return new URL(text).href;
  throw usageError(`${name}: must be written http://host:port, or http://name:password@host:port`);
}

/** What a user is known by to servers. */
export const IDENTITY_FLAGS = {
  header: { ...list('HEADER', HEADER_MEANING), read: readHeaders },
  cookieJar: text('FILE', 'cookies as curl keeps them: sent to their hosts, and written back'),
  proxy: option('URL', 'proxy instead of those of HTTP_PROXY and HTTPS_PROXY; not for hosts of NO_PROXY', readProxy),
};

export const INPUT_FLAGS = {
  filesFrom: text('FILE', 'file with one input a line, or between NULs; - is standard input'),
  archives: text('PLACE', 'with an index of web archives (CDXJ): a folder or an address, below which the archives are'),
  pagesPerSite: count(
    'COUNT',
    PAGES_PER_SITE,
    'with an index: number of pages in the sample of each site (default: all)',
  ),
  ...PATTERN_FLAGS,
  ...PRIVATE_FLAG,
  ...IDENTITY_FLAGS,
};

/** @throws {CommandError} about `source` if it is no name of a site */
export function siteNamed(source: string, name: string): string {
  try {
    return check.site(name);
  } catch (error) {
    throw new CommandError(`${source}: ${messageOf(error)}`, { usage: true, code: shownCode(error) });
  }
}

export const site = (meaning: string) => ({
  site: option('NAME', meaning, (name, source) => siteNamed(source, name)),
});

export const SITE_FLAGS = {
  ...site('name of the one site that all pages belong to'),
  siteOf: flag('PART', 'part of a URL that names the site: host (default), domain or folders:N', readSiteOf),
};

export const MODEL_FLAG = { model: text('FILE', 'model to decide by; default: the one of refrain') };

function readSiteOf(given = 'host'): SiteOf {
  if (given === 'host' || given === 'domain') return given;
  const folders = Number(/^folders:(\d+)$/.exec(given)?.[1] ?? 0);
  if (folders === 0) throw usageError(`--site-of: must be host, domain or folders:N (N from 1), not ${given}`);
  return { folders };
}

/** @throws {CommandError} if the first input does not exist and is almost the name of a command */
export function checkNotMisspelt([first = '', ...more]: readonly string[], commands: readonly string[]): void {
  const near = nearest(first, commands);
  // `crawl.warc.gz` is a file.
  if (first === '' || /[./]|^-/.test(first) || existsSync(first)) return;
  if (near === undefined && /^[a-z]+$/.test(first) && more.length > 0 && more.every((input) => existsSync(input)))
    throw usageError(`${first}: neither a file nor a command; pages need none: refrain ${more.join(' ')}`);
  if (near === undefined) return;
  throw usageError(
    `${first}: neither a file nor a command${suggestion(first, commands).replace('mean ', 'mean refrain ')}`,
  );
}

/** A part of a page, as `Page.text` has it; undefined where it was not given: then the model decides what the default is. */
export const partFlag = (meaning: string): Flag<Part | undefined> =>
  wordOption<Part>('PART', selection.PARTS, meaning, {
    ...{ article: 'main', text: 'main', body: 'main', everything: 'all', whole: 'all', 'no-template': 'content' },
  });

/** The flag that asks for main content; undefined where none does. */
export const keepFlag = (keep: Part | undefined): string | undefined =>
  keep !== undefined && selection.isOfModel(keep) ? `--keep ${keep}` : undefined;

/**
 * @param flag what asks for main content, if anything does
 * @param state the store whose options these are; default: they are those of flags, and checked later
 * @throws {CommandError} `NO_MAIN` where no model decides
 */
export function checkMain(flag: string | undefined, { preset, evidence }: DetectorOptions, state?: string): void {
  const decides = evidence ?? (preset === 'paper' ? 'repetition' : 'joint');
  if (flag === undefined || decides !== 'repetition') return;
  const ofFlags = evidence === undefined ? 'the preset paper' : '--evidence repetition';
  const source = state === undefined ? ofFlags : `the store ${state}`;
  const message = `${flag}: main content is found by the model, and ${source} decides by repetition alone`;
  throw new CommandError(message, { usage: true, code: 'NO_MAIN' });
}
