/**
 * Writes rules of a site as a plain configuration for scrapers in other languages: selectors and XPath, without figures.
 *
 * Run: npm run build && node --import tsx examples/rules/scraper-config.ts [RULES] > site.scraper.json
 */
import { readFileSync } from 'node:fs';
import { readRules, toScraperConfig } from '@refrain/rules';

const [file = 'examples/rules/site.rules.json'] = process.argv.slice(2);
console.log(JSON.stringify(toScraperConfig(readRules(readFileSync(file, 'utf8'))), null, 2));
