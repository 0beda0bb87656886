/** `llms.txt` and `llms-full.txt` of a folder of Markdown files. */
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { unescapeField } from './file-name.ts';
import { linkOf } from './template-texts.ts';
import { writeWhole } from './whole-file.ts';

interface PageFacts {
  readonly url: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly siteName: string | undefined;
}

/** Heading for pages outside folders. */
const TOP = 'Pages';
const FRONT_MATTER = /^---\n(.*?)---\n\n?/s;

/**
 * @param pages URLs of all pages, in output order
 * @param start URL of the page that has the name and description of the site; ignored if it is not among `pages`
 */
export async function writeLlms(folder: string, pages: Iterable<string>, start: string): Promise<void> {
  const files = await filesOf(folder);
  const found: PageFacts[] = [];
  await writeWhole(folder, 'llms-full.txt', async (write) => {
    for (const url of pages) {
      const file = files.get(url);
      if (file === undefined) continue;
      const text = readFileSync(join(folder, file), 'utf8');
      const [all = '', lines = ''] = FRONT_MATTER.exec(text) ?? [];
      const body = text.slice(all.length).trim();
      const [, heading, rest = body] = /^# ([^\n]*)\n*(.*)$/s.exec(body) ?? [];
      const page = factsOf(url, lines, heading);
      write(`${found.length === 0 ? '' : '\n'}# ${heading ?? page.title}\n\nSource: ${url}\n`);
      if (rest !== '') write(`\n${rest}\n`);
      found.push(page);
    }
    return found.length > 0;
  });
  await writeWhole(folder, 'llms.txt', async (write) => {
    write(listOf(found, start));
    return found.length > 0;
  });
}

async function filesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(join(folder, 'index.tsv')) })) {
    const [id = '', file = ''] = line.split('\t').map(unescapeField);
    if (file.endsWith('.md')) files.set(id, file);
  }
  return files;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function factsOf(url: string, lines: string, heading = url): PageFacts {
  const value = (name: string): string | undefined => {
    const [, text] = new RegExp(`^${name}: (".*")$`, 'm').exec(lines) ?? [];
    return text === undefined ? undefined : oneLine(JSON.parse(text) as string);
  };
  return { url, title: value('title') || heading, description: value('description'), siteName: value('siteName') };
}

/** Title and description of the site, and links in sections by the first folder of their URLs. */
function listOf(pages: readonly PageFacts[], start: string): string {
  const first = pages.find(({ url }) => url === start) ?? pages[0];
  const sections = new Map<string, PageFacts[]>([[TOP, []]]);
  for (const page of pages) {
    const [, name = TOP] = /^\/([^/]+)\//.exec(new URL(page.url).pathname) ?? [];
    const section = sections.get(name) ?? [];
    section.push(page);
    sections.set(name, section);
  }
  const head = [
    `# ${first?.siteName ?? first?.title}\n`,
    ...(first?.description ? [`\n> ${first.description}\n`] : []),
  ];
  const lists = [...sections]
    .filter(([, own]) => own.length > 0)
    .map(([name, own]) => `\n## ${name}\n\n${own.map(lineOf).join('')}`);
  return [...head, ...lists].join('');
}

const lineOf = ({ title, url, description }: PageFacts): string =>
  `- ${linkOf({ text: title, url })}${description ? `: ${description}` : ''}\n`;
