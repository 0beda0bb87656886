/** Whether Markdown says what it was written from: rendered to HTML and written again, it is the same. */
import { type CommandLine, Problem, type Program } from '../bench/command-line.ts';
import { readContents } from '../bench/documents/contents.ts';
import { createWriters } from '../bench/documents/writers.ts';
import { readBenchSites } from '../bench/pages/read.ts';
import { formatTable } from '../bench/report.ts';
import { renderMarkdown } from '../test/support/render-markdown.ts';

const HELP = `usage: npm run research -- markdown DIR [options]

Writes the content of the pages of each site in DIR (folders or .tar.gz archives) as Markdown, by refrain and by other writers,
renders that by micromark, and writes it once more. The share of pages with the same Markdown both times.

Options
  --pages N   pages of each site. Default: 30
  --errors    refrain's Markdown that is not the same, on standard error
  --json      one JSON object
`;

interface Report {
  readonly pages: number;
  readonly writers: readonly { readonly name: string; readonly again: number }[];
}

/** The first line that differs, of both. */
function firstChange(before: string, after: string): string {
  const [lines, others] = [before.split('\n'), after.split('\n')];
  const at = lines.findIndex((line, index) => line !== others[index]);
  return `- ${lines[at] ?? ''}\n+ ${others[at] ?? ''}\n`;
}

async function measure(folder: string, line: CommandLine): Promise<Report> {
  const contents = await readContents(await readBenchSites(folder), line.count('pages', 30));
  if (contents.length === 0) throw new Problem(`${folder}: no page has content`);
  const writers = (await createWriters()).map(({ name, write }, index) => {
    const same = contents.filter(({ name: page, html, url }) => {
      const before = write(html, url);
      const after = write(renderMarkdown(before), url);
      if (index === 0 && after !== before && line.has('errors'))
        line.output.stderr.write(`${page}\n${firstChange(before, after)}`);
      return after === before;
    });
    return { name, again: same.length / contents.length };
  });
  return { pages: contents.length, writers };
}

export const program: Program = {
  help: HELP,
  ...{ values: ['pages'], switches: ['errors'], hasOperands: true },
  async run(line) {
    line.print(
      await measure(line.operand, line),
      ({ pages, writers }) =>
        `${pages} pages\n\n${formatTable(
          ['', 'again'],
          writers.map(({ name, again }) => [name, again.toFixed(3)]),
        )}`,
    );
  },
};
