/** Altered JSON of rules must be refused by a `RulesError`, or yield rules that can be applied and exported. */
import { RulesError, type SiteRules, toFilterList, toScraperConfig } from '@refrain/rules';
import { applyRules, domhandlerAdapter, PARTS, readRules } from '@refrain/rules/apply';
import { selectAll } from 'css-select';
import type { AnyNode, Element } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { ARTICLE, JSON_RULES, THREAD } from '../../../packages/rules/test/support.ts';
import { alteredBytes } from '../arbitraries.ts';
import { readDictionary, type Sources } from '../sources.ts';
import { expectSame, type Subject } from '../subject.ts';

/** The result, or the code of a `RulesError`, which is not a `RefrainError`. */
export async function orRulesError<T>(run: () => T | Promise<T>): Promise<T | string> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RulesError) return `error ${error.code}`;
    throw error;
  }
}

const WORDS = readDictionary('rules');

const adapter = domhandlerAdapter<AnyNode>((selector, root) => selectAll<AnyNode, Element>(selector, root));

/** The results of rules on a document, and the amount of removed text. */
function applied(result: ReturnType<typeof applyRules>): string {
  const texts = PARTS.map((part) => result.text(part));
  return JSON.stringify([result.layout.id, texts, result.missing, result.template.length, result.removeTemplate()]);
}

function exported(rules: SiteRules): void {
  toFilterList(rules);
  toScraperConfig(rules);
}

export async function prepareRules(sources: Sources): Promise<Subject> {
  const seeds = [JSON_RULES, '{"version":1,"site":"a","layouts":[{"id":1,"main":[{"selector":"main"}]}]}'].map(
    (rules) => (typeof rules === 'string' ? rules : JSON.stringify(rules)),
  );
  return {
    inputs: alteredBytes(sources, seeds, WORDS, 12_000),
    async run(input) {
      const rules = await orRulesError(() => readRules(input));
      if (typeof rules === 'string') return undefined;
      expectSame(JSON.stringify(readRules(JSON.stringify(rules))), JSON.stringify(rules), 'rules that are read again');
      await orRulesError(() => exported(rules));
      for (const html of [ARTICLE, THREAD]) {
        const layout = rules.layouts[0]?.id;
        for (const options of [{}, { layout }]) {
          await orRulesError(() => applied(applyRules(parseHTML(html).document, rules, options)));
          await orRulesError(() =>
            applied(applyRules<AnyNode>(parseDocument(html), rules, { ...options, adapter }) as never),
          );
        }
      }
      return undefined;
    },
  };
}
