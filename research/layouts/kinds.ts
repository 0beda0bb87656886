/** Kinds of pages by what generators name their files: kinds.tsv, where the first pattern of a site that fits decides. */
import { readFileSync } from 'node:fs';
import { readRows } from '../corpus/tsv.ts';

export interface Rule {
  readonly kind: string;
  readonly pattern: RegExp;
}

/** The rules of all sites; an empty kind leaves pages out. */
export function readKinds(): ReadonlyMap<string, readonly Rule[]> {
  const file = new URL('kinds.tsv', import.meta.url);
  const rules = new Map<string, Rule[]>();
  for (const row of readRows('kinds.tsv', readFileSync(file, 'utf8'), ['site', 'kind', 'pattern'])) {
    const site = row('site');
    rules.set(site, [...(rules.get(site) ?? []), { kind: row('kind'), pattern: new RegExp(row('pattern')) }]);
  }
  return rules;
}

/** The kind of a page; undefined where it has none. */
export function kindOf(rules: readonly Rule[], path: string): string | undefined {
  return rules.find(({ pattern }) => pattern.test(path))?.kind || undefined;
}
