/** Evaluates posts of threads against manual labels: posts, authors and dates. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyNode, isTag } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { Detector, type PagePost } from 'refrain';
import type { CommandLine, Program } from '../bench/command-line.ts';
import { formatTable, sumOf } from '../bench/report.ts';
import { bagOfWords, wordF1 } from './evaluation/words.ts';
import { keyOf } from './metadata/compare.ts';
import { readModelFile } from './options.ts';

const HELP = `usage: npm run research -- threads DIR [options]

DIR has threads, HOST/NAME.html, and posts.ndjson: for each post page (HOST/NAME), post_text as HTML, user (a name, or the address of
one) and datetime as the page shows it. Each page is read as the first one of its site. Figures are shares of the posts in posts.ndjson:

  found    a post of the document has its text, from a word F1 of .5 on
  author   it has its author; a name is right where the page links it to the address
  date     it has its date: as the page shows it, or the same day
  both     author and date

first is the share of the pages whose authors are only the author of the first post.

Options
  --model FILE                   a model instead of the shipped one
  --errors                       what was not right, on standard error
  --json                         one JSON object
`;

const TEXT_F1 = 0.5;
const LOCALES = ['en', 'de', 'fr'];

interface MarkedPost {
  readonly page: string;
  readonly post_text: string;
  readonly user: string;
  readonly datetime: string;
}

interface Counts {
  readonly posts: number;
  readonly found: number;
  readonly author: number;
  readonly date: number;
  readonly both: number;
  readonly first: number;
}

const textOf = (node: AnyNode): string =>
  'data' in node ? node.data : 'children' in node ? node.children.map(textOf).join(' ') : '';

/** The text and attributes of elements that may contain a name or a day. */
function elementsOf(html: string): { readonly text: string; readonly attributes: readonly string[] }[] {
  const found: { text: string; attributes: string[] }[] = [];
  const visit = (node: AnyNode): void => {
    if (isTag(node)) {
      const { href, datetime, title } = node.attribs;
      const attributes = [href, datetime, title].filter((value) => value !== undefined);
      if (attributes.length > 0) found.push({ text: keyOf(textOf(node)), attributes });
    }
    if ('children' in node) node.children.forEach(visit);
  };
  visit(parseDocument(html));
  return found;
}

/** True if an ISO 8601 date is the day of a text, as precisely as stated. */
function isDay(date: string, text: string): boolean {
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
  const at = new Date(`${year}-${month}-${day}T12:00:00Z`);
  if (Number.isNaN(at.getTime())) return false;
  const numbers = (text.replace(/\d+:\d+\S*/g, '').match(/\d+/g) ?? []).map(Number);
  const years = numbers.filter((number) => number > 31);
  const isYear = years.length === 0 || years.some((one) => one === Number(year) || one === Number(year) % 100);
  const isMonth = LOCALES.some((locale) =>
    text.toLowerCase().includes(at.toLocaleDateString(locale, { month: 'short' }).toLowerCase().slice(0, 3)),
  );
  const rest = numbers.filter((number) => number <= 31);
  if (isMonth && rest.length === 0) return years.length > 0 && isYear;
  return isYear && rest.includes(Number(day)) && (isMonth || rest.includes(Number(month)));
}

type Elements = ReturnType<typeof elementsOf>;

function isAuthor(author: string, { user }: MarkedPost, elements: Elements): boolean {
  const key = keyOf(author);
  if (key === '') return false;
  return key === keyOf(user) || elements.some(({ text, attributes }) => text === key && attributes.includes(user));
}

function isDate({ date = '' }: PagePost, { datetime }: MarkedPost, elements: Elements): boolean {
  const [key, shown] = [keyOf(date), keyOf(datetime)];
  if (key === '') return false;
  if (key.includes(shown) || (key.length >= 5 && shown.includes(key)) || isDay(date, datetime)) return true;
  return elements.some(
    ({ text, attributes }) =>
      text.includes(shown) && attributes.some((value) => value.startsWith(date.slice(0, 10)) || isDay(date, value)),
  );
}

async function measure(
  folder: string,
  page: string,
  marked: readonly MarkedPost[],
  line: CommandLine,
): Promise<Counts> {
  const html = readFileSync(join(folder, `${page}.html`), 'utf8');
  using detector = await Detector.create({}, await readModelFile(line));
  const { posts = [], authors = [] } = detector.learn(html, { id: page }).document();
  const bags = posts.map(({ text }) => bagOfWords([text]));
  const elements = elementsOf(html);
  const pairs = marked.flatMap((one, from) => {
    const bag = bagOfWords([textOf(parseDocument(one.post_text))]);
    return bags.map((other, to) => ({ from, to, likeness: wordF1(other, bag) ?? 0 }));
  });
  const [matches, used] = [new Map<number, number>(), new Set<number>()];
  for (const { from, to, likeness } of pairs.sort((a, b) => b.likeness - a.likeness)) {
    if (likeness < TEXT_F1 || matches.has(from) || used.has(to)) continue;
    matches.set(from, to);
    used.add(to);
  }
  const counts = { posts: marked.length, found: 0, author: 0, date: 0, both: 0, first: 0 };
  const [author = ''] = authors;
  if (authors.length === 1 && marked[0] !== undefined && isAuthor(author, marked[0], elements)) counts.first = 1;
  else line.blame(page, 'first', JSON.stringify({ authors, user: marked[0]?.user }));
  for (const [at, one] of marked.entries()) {
    const post = posts[matches.get(at) ?? -1];
    const missed = (what: string): void => line.blame(page, what, JSON.stringify({ ...one, post }));
    if (post === undefined) {
      missed('found');
      continue;
    }
    const right = [isAuthor(post.author ?? '', one, elements), isDate(post, one, elements)];
    counts.found += 1;
    counts.author += Number(right[0]);
    counts.date += Number(right[1]);
    counts.both += Number(right.every(Boolean));
    if (right[0] === false) missed('author');
    if (right[1] === false) missed('date');
  }
  return counts;
}

export const program: Program = {
  help: HELP,
  values: ['model'],
  switches: ['errors'],
  hasOperands: true,
  async run(line) {
    const folder = line.operand;
    const rows = readFileSync(join(folder, 'posts.ndjson'), 'utf8').trimEnd().split('\n');
    const marked = rows.map((row) => JSON.parse(row) as MarkedPost);
    const pages = [...new Set(marked.map(({ page }) => page))];
    const counts: Counts[] = [];
    for (const page of pages)
      counts.push(
        await measure(
          folder,
          page,
          marked.filter((one) => one.page === page),
          line,
        ),
      );
    const posts = sumOf(counts.map((one) => one.posts));
    const share = (name: keyof Counts): number => sumOf(counts.map((one) => one[name])) / posts;
    const figures = {
      pages: pages.length,
      posts,
      found: share('found'),
      author: share('author'),
      date: share('date'),
      both: share('both'),
      first: sumOf(counts.map(({ first }) => first)) / pages.length,
    };
    line.print(figures, () =>
      formatTable(
        ['pages', 'posts', 'found', 'author', 'date', 'author and date', 'first'],
        [
          [
            String(pages.length),
            String(posts),
            ...[figures.found, figures.author, figures.date, figures.both, figures.first].map((value) =>
              value.toFixed(3),
            ),
          ],
        ],
      ),
    );
  },
};
