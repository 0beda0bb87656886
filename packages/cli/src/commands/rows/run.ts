/** `refrain rows`: writes a row for each repeated part of pages. */
import { type PageRow, rowsOf, type SiteRules } from '@refrain/rules';
import { count as countOf, plural } from 'refrain/engine';
import type { CommandContext } from '../../arguments/command-line.ts';
import { CommandError } from '../../errors.ts';
import { jsonLine } from '../../formats/json-line.ts';
import { eachPage } from '../../read/plan.ts';
import { knownUrl, nameOf } from '../../read/task.ts';
import { csvRow } from '../../write/formats/csv.ts';
import { fileOutput, streamOutput } from '../../write/output.ts';
import { openInputs, RulesSite, readRulesFile } from '../rules/site.ts';
import type { RowsOptions } from './flags.ts';

/** Columns of CSV before the fields. */
const HEAD = ['page', 'position', 'items'];

/** Returns the exit code. */
export async function run(options: RowsOptions, context: CommandContext): Promise<number> {
  const { out, site, format } = options;
  const { stdout, interrupted } = context;
  const { plan, reading, openDetector, progress } = await openInputs(options, context);
  const given = options.rules === undefined ? undefined : readRulesFile(options.rules, `--rules ${options.rules}`);
  const learned = new RulesSite(site, openDetector);
  if (given === undefined) {
    await eachPage(plan, reading, (task, read) => learned.take(task, read));
    if (interrupted.aborted) return 1;
    if (learned.pages === 0) throw new CommandError('no page could be read: rows need pages', { code: 'NO_PAGES' });
  }
  const rules = given ?? learned.rulesWithItems();
  const columns = [...new Set(rules.layouts.flatMap(({ items }) => items.flatMap(fieldNames)))];
  using output = out === undefined ? streamOutput(stdout) : await fileOutput(out);
  let [pages, without, count] = [0, 0, 0];
  const lineOf = (page: string, row: PageRow): string | Uint8Array =>
    format === 'ndjson'
      ? jsonLine({ page, ...row })
      : csvRow([page, row.position, row.items, ...columns.map((column) => row.fields[column])]);
  // Pages are only labelled. Rows are read from their trees.
  using reader = await openDetector();
  if (format === 'csv') await output.write(csvRow([...HEAD, ...columns]));
  await eachPage(plan, reading, async (task, read) => {
    if (given === undefined ? learned.isOther(task.site) : site !== undefined && task.site !== site) return;
    const url = knownUrl(task);
    const found = rowsOf(reader.label(read().html), rules, url === undefined ? {} : { url });
    pages += 1;
    if (found.length === 0) without += 1;
    count += found.length;
    for (const row of found) await output.write(lineOf(nameOf(task), row));
  });
  await output.endUnless(interrupted);
  const none = without === 0 ? '' : `; ${countOf(without)} of them without rows`;
  progress.summarise([`${plural(count, 'row')} of ${plural(pages, 'page')}${none}`]);
  progress.stop();
  return progress.totals.failed > 0 ? 1 : 0;
}

const fieldNames = ({ fields = [] }: SiteRules['layouts'][number]['items'][number]): string[] =>
  fields.map(({ name }) => name);
