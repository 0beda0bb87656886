/**
 * Builds the site of the documents: docs/*.md, CONTRIBUTING.md and CHANGELOG.md by VitePress, API pages by TypeDoc, and
 * the playground. A link to a missing page and a warning of TypeDoc are errors. `npm run check docs` checks that
 * the headings in links exist.
 *
 * Run: npm run check site; the result is build/docs.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { ENGINE, ENTRIES, packageOf } from './docs/entries.ts';
import { installPackages } from './program.ts';

// Links to files that are not pages are changed to links to the repository.

const LINK = /(\]\()([^()\s#]+)((?:#[^()\s]*)?\))/g;

/** A picture with a dark version. `prefers-color-scheme` does not show the switch of the site. */
const PICTURE = /<picture>\s*<source [^>]*srcset="([^"]+)">\s*<img src="([^"]+)"([^>]*)>\s*<\/picture>/g;

function repositoryFiles(): string | undefined {
  const { repository } = JSON.parse(readFileSync('package.json', 'utf8')) as { repository?: { url?: string } };
  return repository?.url === undefined
    ? undefined
    : `${repository.url.replace(/^git\+/, '').replace(/\.git$/, '')}/blob/HEAD/`;
}

/**
 * The text of a document for the site. `pages`: the file of each document on the site, by its path in the
 * repository.
 *
 * If the repository is unknown, a link to a file is replaced by its text.
 */
function stagePage(document: string, pages: ReadonlyMap<string, string>): string {
  const files = repositoryFiles();
  const text = readFileSync(document, 'utf8').replace(
    PICTURE,
    '<img class="dark-only" src="$1"$3><img class="light-only" src="$2"$3>',
  );
  const linked = text.replace(LINK, (link, before: string, target: string, after: string) => {
    if (/^(https?:|mailto:)/.test(target) || target.endsWith('.jpg')) return link;
    const file = normalize(join(dirname(document), target));
    const page = pages.get(file);
    if (page !== undefined) return `${before}./${page}${after}`;
    return files === undefined ? `${before}#no-repository${after}` : `${before}${files}${file}${after}`;
  });
  return linked.replace(/\[([^\][]*)\]\(#no-repository[^)]*\)/g, '$1');
}

const PAGES = 'build/docs-pages';
const OUT = 'build/docs';
const TOOLS = 'docs/node_modules';

const tool = (name: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}): void => {
  execFileSync(process.execPath, [join(TOOLS, name), ...words], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
};

function buildApi(): void {
  const tsconfig = 'build/docs-tsconfig.json';
  // Packages resolve to their sources, so that links between them become links between pages of the reference.
  const paths = Object.fromEntries([...ENTRIES, ...ENGINE].map(({ name, source }) => [name, [`../${source}`]]));
  const include = ['../bindings', '../packages/*/src'];
  writeFileSync(tsconfig, JSON.stringify({ extends: '../tsconfig.json', compilerOptions: { paths }, include }));
  const options = 'build/docs-typedoc.json';
  const undocumented = ENTRIES.flatMap(({ name, undocumented = [] }) => undocumented.map((one) => `${name}.${one}`));
  const packages = [...new Set(ENTRIES.map(({ name }) => packageOf(name)))];
  const base = JSON.parse(readFileSync('docs/typedoc.json', 'utf8')) as Record<string, unknown>;
  const plugin = resolve(TOOLS, 'typedoc-plugin-markdown/dist/index.js');
  const places = {
    tsconfig: resolve(tsconfig),
    out: resolve(PAGES, 'reference'),
    entryPoints: ENTRIES.map(({ source }) => resolve(source)),
  };
  const given = {
    ...base,
    ...places,
    plugin: [plugin],
    intentionallyNotDocumented: undocumented,
    packagesRequiringDocumentation: packages,
  };
  writeFileSync(options, JSON.stringify(given));
  tool('typedoc/bin/typedoc', ['--options', options]);
  const pages = readdirSync(join(PAGES, 'reference'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(PAGES, 'reference', name));
  for (const path of pages) {
    const text = readFileSync(path, 'utf8');
    rmSync(path);
    writeFileSync(path.replace(INDEX, INDEX_FILE), readable(text));
  }
}

/** VitePress would take the file of the class `Index` for the index of a folder. */
const INDEX = /\bIndex\.md/g;
const INDEX_FILE = 'Index-.md';

/** Replaces TypeDoc's name for destructured parameters, and keeps one heading for successive tags `@throws`. */
const readable = (text: string): string =>
  text
    .replace(INDEX, INDEX_FILE)
    .replace(/(\\_\\_|__)namedParameters/g, 'options')
    .replace(/(?<=^#+ Throws\n\n[^#]*)^#+ Throws\n\n/gm, '');

/** Relative luminance of a colour, as in WCAG. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Backgrounds of code in VitePress, and minimum contrast of text. */
const GROUNDS = { light: '#f6f6f7', dark: '#161618' } as const;
const CONTRAST = 4.5;

function checkContrast(): void {
  const pages = readdirSync(OUT, { encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const markup = pages.map((name) => readFileSync(join(OUT, name), 'utf8')).join('');
  for (const [scheme, ground] of Object.entries(GROUNDS)) {
    const colours = new Set(markup.match(new RegExp(`(?<=--shiki-${scheme}:)#[0-9A-F]{6}`, 'gi')));
    for (const colour of colours) {
      const [less = 0, more = 0] = [luminance(colour), luminance(ground)].sort((one, other) => one - other);
      const contrast = (more + 0.05) / (less + 0.05);
      if (contrast < CONTRAST) throw new Error(`${colour} on ${ground} has a contrast of ${contrast.toFixed(2)}`);
    }
    if (colours.size < 3) throw new Error(`no colours of code were found for ${scheme}`);
  }
}

installPackages('docs');
rmSync(PAGES, { recursive: true, force: true });
mkdirSync(PAGES, { recursive: true });
const documents = readdirSync('docs').filter((name) => name.endsWith('.md'));
const staged = new Map([
  ...documents.map((name): [string, string] => [`docs/${name}`, name]),
  ['CONTRIBUTING.md', 'CONTRIBUTING.md'],
  ['CHANGELOG.md', 'CHANGELOG.md'],
]);
for (const [source, name] of staged) writeFileSync(join(PAGES, name), stagePage(source, staged));
for (const name of ['report.jpg', 'report-dark.jpg']) cpSync(`docs/${name}`, join(PAGES, name));
buildApi();
rmSync(OUT, { recursive: true, force: true });
tool('vitepress/bin/vitepress.js', ['build', 'docs'], {
  REFRAIN_DOCS_PAGES: resolve(PAGES),
  REFRAIN_DOCS_OUT: resolve(OUT),
});
checkContrast();
execFileSync('npm', ['run', '--silent', 'playground', '--', '--build'], { stdio: 'inherit' });
cpSync('build/playground', join(OUT, 'playground'), { recursive: true });
