/**
 * The folder of `--rules`, manual rules of sites: HOST.txt as for Full-Text RSS, HOST.json as written by `refrain
 * rules`.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HandRules } from '@refrain/crawl/engine';
import { type RuleMiss, RulesError, readRules, readSiteConfig, type SiteRules } from '@refrain/rules';
import { count, type Policy, plural } from 'refrain/engine';
import { CommandError, describe, firstOf, naming } from '../errors.ts';

const BYTES_MAX = 1024 * 1024;
/** Maximum number of lines about rules after a run. */
const LINES_MAX = 50;

/** A file of the folder, as plain data for any thread. */
export interface RulesFile {
  readonly path: string;
  /** The host without `www.`; with a leading dot for its subdomains. */
  readonly host: string;
  /** Time of the last change in milliseconds. Older output may not follow the rules of the file. */
  readonly changed: number;
  /** Name of a file for the same host that has precedence. */
  readonly same?: string;
}

/**
 * The files of a folder by name. JSON has precedence for the same host.
 *
 * @throws {CommandError} if the folder cannot be read
 */
export function listRules(folder: string): RulesFile[] {
  return naming(`--rules ${folder}`, () => {
    const names = readdirSync(folder).filter((name) => /.\.(?:json|txt)$/i.test(name));
    const first = new Map<string, string>();
    return names.sort().map((name) => {
      const host = withoutWww(name.replace(/\.[^.]*$/, ''));
      const path = join(folder, name);
      const file = { path, host, changed: statSync(path).mtimeMs };
      const same = first.get(host);
      if (same !== undefined) return { ...file, same };
      first.set(host, path);
      return file;
    });
  });
}

const withoutWww = (host: string): string => host.toLowerCase().replace(/^www\./, '');

/** Which rules were used on one thread, and which failed. */
export interface RulesReport {
  readonly lines: readonly string[];
  /** Paths of the files whose sites have pages. */
  readonly used: readonly string[];
}

export class RulesFolder {
  readonly #files: ReadonlyMap<string, RulesFile>;
  readonly #hand: HandRules;
  /** Rules by file; undefined for an unreadable file. */
  readonly #read = new Map<RulesFile, SiteRules | undefined>();
  readonly #problems: string[] = [];

  constructor(files: readonly RulesFile[]) {
    this.#files = new Map(files.filter(({ same }) => same === undefined).map((file) => [file.host, file]));
    this.#hand = new HandRules((site) => this.#rulesOf(site));
  }

  /** Replaces verdicts and metadata of a page by the decisions of the rules. */
  get policy(): Policy {
    return this.#hand.policy;
  }

  report(): RulesReport {
    const misses = this.#hand.misses().map(({ site, ...miss }) => `${this.#fileOf(site)?.path}: ${textOf(miss)}`);
    return { lines: [...this.#problems, ...misses], used: [...this.#read.keys()].map(({ path }) => path) };
  }

  #fileOf(site: string): RulesFile | undefined {
    const host = withoutWww(site);
    return this.#files.get(host) ?? this.#files.get(host.replace(/^[^.]*/, ''));
  }

  #rulesOf(site: string): SiteRules | undefined {
    const file = this.#fileOf(site);
    if (file === undefined) return undefined;
    if (!this.#read.has(file)) this.#read.set(file, this.#parse(file));
    return this.#read.get(file);
  }

  #parse({ path, host }: RulesFile): SiteRules | undefined {
    try {
      if (statSync(path).size > BYTES_MAX) throw new CommandError('is larger than 1 MiB');
      const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
      if (/\.json$/i.test(path)) return readRules(text);
      const { rules, problems } = readSiteConfig(text, host);
      for (const { line, message } of problems) this.#problems.push(`${path}: line ${line}: ${message}`);
      return rules;
    } catch (error) {
      const isText = !(error instanceof TypeError);
      this.#problems.push(`${path}: ${isText ? messageOf(error) : 'is not UTF-8'}; none of its rules is used`);
      return undefined;
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof RulesError ? error.message : describe(error));

function textOf({ rule, selector, problem, pages, of }: RuleMiss): string {
  const named = rule.startsWith('line ') ? rule : `${rule}: ${selector}`;
  const on = `on ${count(pages)} of ${plural(of, 'page')}`;
  switch (problem) {
    case 'unreadable':
      return `${named}: the selector cannot be read`;
    case 'nothing':
      return `${named}: finds no text ${on}`;
    case 'wide':
      return `${named}: takes nearly the whole page ${on}, where it was not used`;
    case 'narrow':
      return `${named}: finds hardly any of the main content ${on}, where it was not used`;
    case 'no-layout':
      return `no layout, or no body, fits ${count(pages)} of ${plural(of, 'page')}, where the model decides`;
  }
}

/** Lines for the summary, from the reports of all threads. */
export function rulesSummary(files: readonly RulesFile[], reports: readonly RulesReport[]): string[] {
  const used = new Set(reports.flatMap((report) => report.used));
  const unused = files.filter(({ path, same }) => same === undefined && !used.has(path)).map(({ path }) => path);
  const lines = [
    ...files.flatMap(({ path, same }) => (same === undefined ? [] : `${path}: the site has rules in ${same} already`)),
    ...new Set(reports.flatMap((report) => report.lines)),
    ...(unused.length === 0 ? [] : [`${firstOf(unused)}: no page is of this site`]),
  ];
  return lines.length > LINES_MAX
    ? [...lines.slice(0, LINES_MAX), `${count(lines.length - LINES_MAX)} more remarks on rules`]
    : lines;
}
