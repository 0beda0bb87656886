/** Documents as pages of the site: links to files that are no pages of it lead to the repository. */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const LINK = /(\]\()([^()\s#]+)((?:#[^()\s]*)?\))/g;

/** The address of the repository's files, where package.json names a repository. */
function repositoryFiles(): string | undefined {
  const { repository } = JSON.parse(readFileSync('package.json', 'utf8')) as { repository?: { url?: string } };
  return repository?.url === undefined
    ? undefined
    : `${repository.url.replace(/^git\+/, '').replace(/\.git$/, '')}/blob/HEAD/`;
}

/**
 * The text of a document for the site. `pages` has the name of the page of every document.
 *
 * Where no repository is known a link to a file becomes the text of the link.
 */
export function stagePage(document: string, pages: ReadonlyMap<string, string>): string {
  const files = repositoryFiles();
  const text = readFileSync(document, 'utf8');
  const linked = text.replace(LINK, (link, before: string, target: string, after: string) => {
    if (/^(https?:|mailto:)/.test(target) || target.endsWith('.jpg')) return link;
    const file = normalize(join(dirname(document), target));
    const page = pages.get(file);
    if (page !== undefined) return `${before}./${page}${after}`;
    return files === undefined ? `${before}#no-repository${after}` : `${before}${files}${file}${after}`;
  });
  return linked.replace(/\[([^\][]*)\]\(#no-repository[^)]*\)/g, '$1');
}
