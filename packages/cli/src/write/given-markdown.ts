/** Pages that came as Markdown, in a folder of Markdown files. */

import type { PageIdentity } from './file-name.ts';
import { factLines } from './formats/markdown.ts';
import { PageFolder, preparePageFolder } from './page-folder.ts';

/** Facts of its own that a text may begin with. */
const OWN_FACTS = /^---\r?\n(.*?)\r?\n---\r?\n/s;

/** The text with a title and its address above it, in place of its own facts. */
export function withFacts(text: string, url: string): string {
  const [all = '', own = ''] = OWN_FACTS.exec(text) ?? [];
  const body = text.slice(all.length).trim();
  const [, named] = /^title:[ \t]*(\S.*)$/m.exec(own) ?? [];
  const [, heading] = /^#[ \t]+([^\r\n]{1,300})/m.exec(body) ?? [];
  const title = named?.trim().replace(/^(["'])(.*)\1$/, '$2') ?? heading?.replace(/\s+#*\s*$/, '');
  return `${factLines({ title, url })}${body}\n`;
}

/** Gives what writes pages as files with a line in the index, as all pages are. */
export function givenMarkdown(folder: string): (page: PageIdentity, bytes: Uint8Array) => void {
  preparePageFolder(folder);
  const pages = new PageFolder(folder, 'md');
  return (page, bytes) => pages.write(page, withFacts(new TextDecoder().decode(bytes), page.id));
}
