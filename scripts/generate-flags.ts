/**
 * Writes the table of flags of docs/command-line.md between the comments `flags` and `end`: what the help of commands is made of.
 *
 * Run: node --import tsx scripts/generate-flags.ts [--check]
 */
import { readFileSync } from 'node:fs';
import { flagOf } from '../packages/cli/src/arguments/flags.ts';
import { FLAGS } from '../packages/cli/src/arguments/table.ts';
import { COMMANDS } from '../packages/cli/src/run-command.ts';
import { writeGenerated } from './generated.ts';

const [run] = COMMANDS;

const rows = Object.entries(FLAGS).map(([name, { value, short, meaning }]) => {
  const spellings = [
    ...(short === undefined ? [] : [`\`-${short}\``]),
    `\`--${[flagOf(name), value ?? []].flat().join(' ')}\``,
  ];
  const commands = COMMANDS.filter(({ allFlags }) => Object.hasOwn(allFlags, name)).map((command) => command.name);
  const isOfRun = run !== undefined && Object.hasOwn(run.allFlags, name);
  return `| ${spellings.join(' ')} | ${isOfRun ? '' : `${commands.join(', ')}: `}${meaning.replaceAll('|', '\\|')} |\n`;
});

const document = new URL('../docs/command-line.md', import.meta.url);
const text = readFileSync(document, 'utf8').replace(
  /(<!-- flags -->\n).*?(<!-- end -->)/s,
  (_, start: string, end: string) => `${start}\n| flag | meaning |\n| --- | --- |\n${rows.join('')}\n${end}`,
);
writeGenerated(document, text);
