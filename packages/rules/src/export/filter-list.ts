import { check } from 'refrain/engine';
import { readRules } from '../apply/read-rules.ts';
import { type RegionRule, RulesError, type SiteRules } from '../apply/rules.ts';
import { contentSelectors } from './xpath.ts';

/** False for selectors with a line break or `{`, which have another meaning for blockers. */
const isOneLine = (selector: string): boolean => !/[\n\r{}]/.test(selector);

/**
 * The template of a site as a cosmetic filter list: `example.org##nav.menu`, one line for each selector, in the common
 * syntax of EasyList, uBlock Origin and AdGuard. These lists do not distinguish layouts, so a selector that matches
 * content in another layout is omitted.
 *
 * @throws {RulesError} `RULES_INVALID`, also if the site is not a host; `RULES_VERSION`
 * @throws {OptionError} `OPTION_INVALID`
 */
export function toFilterList(
  rules: SiteRules,
  options: {
    /** Template rules with less precision are left out, except handwritten ones. Default: 0.9. */
    readonly minPrecision?: number;
  } = {},
): string {
  const { site, layouts } = readRules(rules);
  const { minPrecision = 0.9 } = check.object('toFilterList', options, ['minPrecision']);
  check.number('minPrecision', minPrecision, 0, 1);
  const domain = domainOf(site);
  const lines = [
    '[Adblock Plus 2.0]',
    `! Title: Template of ${oneLine(site)}`,
    '! Description: navigation, headers, footers and other parts that repeat on the pages of the site',
  ];
  const contents = new Set(layouts.flatMap(contentSelectors));
  const written = new Set<string>();
  for (const region of new Set(layouts.flatMap(({ template }) => template.map((rule) => rule.region)))) {
    const selectors = layouts
      .flatMap(({ template }) => template)
      .filter((rule) => rule.region === region && isSure(rule, minPrecision))
      .map(({ selector }) => selector.trim())
      .filter((selector) => isOneLine(selector) && !contents.has(selector));
    const own = [...new Set(selectors)].filter((selector) => !written.has(selector));
    if (own.length > 0) lines.push(`! ${region}`, ...own.map((selector) => `${domain}##${selector}`));
    for (const selector of own) written.add(selector);
  }
  return `${lines.join('\n')}\n`;
}

/** Handwritten rules have no figures, and count as sure. */
const isSure = ({ support, precision }: RegionRule, minPrecision: number): boolean =>
  support === 0 || precision >= minPrecision;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/**
 * A name of several labels, or an IP address. A single label such as `com` would apply to every host that ends with it.
 */
const HOST =
  /^(?:localhost|\[[\da-f:.]+\]|[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_-]*\.[\p{L}\p{N}_])+[\p{L}\p{M}\p{N}_-]*)$/iu;
const HOST_MAX = 253;

/** The host of a site without its port; blockers also match its subdomains. */
function domainOf(site: string): string {
  const host = site
    .replace(/^[a-z][\w+.-]*:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/:\d*$/, '')
    .replace(/^www\.(?=.*\.)/, '');
  if (host.length <= HOST_MAX && HOST.test(host)) return host;
  const message = `a filter list is for a host, as example.org, and the site of these rules is ${JSON.stringify(site.slice(0, 100))}`;
  throw new RulesError('RULES_INVALID', message);
}
