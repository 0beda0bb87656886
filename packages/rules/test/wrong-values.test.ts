/** Every public function of the package, with values of every wrong kind: each throws a typed error, or does its work. */
import {
  diffRules,
  formatDiff,
  PageRules,
  RulesError,
  readRules,
  readSiteConfig,
  rowsOf,
  SiteRows,
  type SiteRules,
  SiteTemplate,
  TemplateTexts,
  toCrawl4ai,
  toFilterList,
  toScraperConfig,
  toSiteConfig,
  toXPath,
} from '@refrain/rules';
import { applyRules, layoutOf } from '@refrain/rules/apply';
import { parseHTML } from 'linkedom';
import { Detector, RefrainError } from 'refrain';
import { test } from 'uvu';
import { type Calls, testWrongValues } from '../../../test/support/wrong-values.ts';

const detector = await Detector.create();
const HTML = '<title>t</title><p>one<p>two';
const RULES: SiteRules = readRules('{"version":1,"site":"a","layouts":[{"id":1,"main":[{"selector":"main"}]}]}');

const CALLS: Calls = {
  readRules: [(...values) => readRules(...(values as unknown as [never])), [RULES]],
  diffRules: [(...values) => diffRules(...(values as unknown as [never, never])), [RULES, RULES]],
  formatDiff: [(...values) => formatDiff(...(values as unknown as [never])), [diffRules(RULES, RULES)]],
  toFilterList: [(...values) => toFilterList(...(values as unknown as [never])), [RULES, {}]],
  toScraperConfig: [(...values) => toScraperConfig(...(values as unknown as [never])), [RULES]],
  toSiteConfig: [(...values) => toSiteConfig(...(values as unknown as [never])), [RULES]],
  toCrawl4ai: [(...values) => toCrawl4ai(...(values as unknown as [never])), [RULES]],
  readSiteConfig: [(...values) => readSiteConfig(...(values as unknown as [never, never])), ['body: //a', 'a']],
  PageRules: [(...values) => new PageRules(...(values as unknown as [never])), [RULES, [{ selector: 'a' }]]],
  'PageRules.apply': [
    (...values) => new PageRules(RULES).apply(...(values as unknown as [never])),
    [detector.label(HTML)],
  ],
  applyRules: [
    (...values) => applyRules(...(values as unknown as [never, never])),
    [parseHTML(HTML).document, RULES, {}],
  ],
  'layout of applyRules': [(layout) => applyRules(parseHTML(HTML).document, RULES, { layout }), [1]],
  'url of applyRules': [(url) => applyRules(parseHTML(HTML).document, RULES, { url }), ['https://a.example/']],
  'adapter of applyRules': [(adapter) => applyRules(parseHTML(HTML).document, RULES, { adapter }), [undefined]],
  layoutOf: [(...values) => layoutOf(...(values as unknown as [never, never])), [parseHTML(HTML).document, RULES, {}]],
  toXPath: [(...values) => toXPath(...(values as unknown as [never])), ['main']],
  rowsOf: [(...values) => rowsOf(...(values as unknown as [never, never, never])), [detector.label(HTML), RULES, {}]],
  'SiteRows.observe': [
    (...values) => new SiteRows().observe(...(values as unknown as [never])),
    [detector.label(HTML)],
  ],
  'SiteRows.rules': [(...values) => new SiteRows().rules(...(values as unknown as [never])), [RULES]],
  SiteTemplate: [(...values) => new SiteTemplate(...(values as unknown as [never])), [{}]],
  'rules of SiteTemplate': [(rules) => new SiteTemplate({ rules }), [RULES]],
  'site of SiteTemplate': [(site) => new SiteTemplate({ site }), ['a']],
  'SiteTemplate.observe': [
    (...values) => new SiteTemplate().observe(...(values as unknown as [never])),
    [detector.label(HTML), 'x'],
  ],
  'SiteTemplate.rules': [(...values) => new SiteTemplate().rules(...(values as unknown as [never])), ['a']],
  'SiteTemplate.load': [
    (...values) => SiteTemplate.load(...(values as unknown as [never])),
    [new SiteTemplate().save(), {}],
  ],
  'TemplateTexts.observe': [
    (...values) => new TemplateTexts().observe(...(values as unknown as [never])),
    [detector.label(HTML)],
  ],
};

testWrongValues(CALLS, (error) => error instanceof RefrainError || error instanceof RulesError);

test.run();
