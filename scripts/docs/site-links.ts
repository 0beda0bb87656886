/** Links inside the built site, read from its pages: every page and every fragment has to exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { Parser } from 'htmlparser2';

/** The playground's sample: pages of a site, most of whose links lead to pages that it has not. */
const SAMPLE = join('playground', 'sample');

interface Built {
  readonly ids: Set<string>;
  readonly links: Set<string>;
}

function read(file: string): Built {
  const built: Built = { ids: new Set(), links: new Set() };
  const parser = new Parser({
    onopentag(name, { id, href, src }) {
      if (id !== undefined) built.ids.add(id);
      if (name === 'a' && href !== undefined) built.links.add(href);
      if (name === 'img' && src !== undefined) built.links.add(src);
    },
  });
  parser.end(readFileSync(file, 'utf8'));
  return built;
}

/** Links that lead nowhere, each with the page that has it. */
export function deadPageLinks(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.html') && !name.startsWith(SAMPLE),
  );
  const pages = new Map(names.map((name) => [name, read(join(folder, name))]));
  const dead: string[] = [];
  for (const [name, { links }] of pages) {
    for (const link of links) {
      if (/^([a-z]+:|\/\/)/.test(link)) continue;
      const [path = '', fragment] = decodeURIComponent(link).split('#');
      const bare = path.startsWith('/') ? path.slice(1) : normalize(join(dirname(name), path));
      const target = path === '' ? name : bare === '' || bare.endsWith('/') ? `${bare}index.html` : bare;
      const page = pages.get(target) ?? pages.get(`${target}.html`);
      if (page === undefined && !existsSync(join(folder, target))) dead.push(`${name}: ${link}: there is no such page`);
      else if (fragment && page !== undefined && !page.ids.has(fragment))
        dead.push(`${name}: ${link}: there is no such heading`);
    }
  }
  return dead;
}
