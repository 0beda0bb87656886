/** Renders the Markdown of each writer and compares it with the content that it was written from. */
import { renderMarkdown } from '../../test/support/render-markdown.ts';
import { addShared, type Comparison, compareFacts, f1Of, type Shared, STRUCTURES, type Structure } from './compare.ts';
import type { Content, SiteContents } from './contents.ts';
import { readFacts } from './facts.ts';
import { OURS, type Writer } from './writers.ts';

/** refrain's Markdown of the content, written from the whole page. */
export const WHOLE_PAGE = 'refrain, whole page';

const NONE: Shared = { source: 0, found: 0, same: 0 };

export interface Fidelity {
  readonly name: string;
  /** Mean over pages of the F1 of words. */
  readonly words: number;
  /** Over all pages. */
  readonly counts: Readonly<Record<Structure, Shared>>;
  /** Share of pages whose Markdown is written again from what it was rendered to; undefined for writers without pages. */
  readonly sameAgain: number;
  /** Pages that the writer threw an error on. */
  readonly failed: number;
}

/** A page where a writer loses something, for a look at it. */
export interface Loss {
  readonly writer: string;
  readonly page: string;
  readonly comparison: Comparison;
}

/** Rendering spells letters in addresses as percent-encoded bytes. */
const spelled = (markdown: string): string =>
  markdown
    .trim()
    .replace(/(?:%[89A-F][0-9A-F])+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());

interface Written {
  readonly name: string;
  readonly writer: Writer;
  readonly markdown: (content: Content) => string;
}

/** What is compared: each writer on the HTML of the content, and refrain also on the whole page, as it is used. */
const allWritten = (writers: readonly Writer[]): Written[] =>
  writers.flatMap((writer) => {
    const given: Written = { name: writer.name, writer, markdown: ({ html, url }) => writer.write(html, url) };
    const whole: Written = { name: WHOLE_PAGE, writer, markdown: ({ markdown }) => markdown };
    return writer.name === OURS ? [given, whole] : [given];
  });

export function measureFidelity(
  sites: readonly SiteContents[],
  writers: readonly Writer[],
  onLoss: (loss: Loss) => void,
): Fidelity[] {
  const contents = sites.flatMap((site) => site.contents);
  const facts = new Map(contents.map((content) => [content, readFacts(content.html, content.url)]));
  return allWritten(writers).map(({ name, writer, markdown: write }) => {
    let [words, same, failed] = [0, 0, 0];
    const counts = Object.fromEntries(STRUCTURES.map((structure) => [structure, NONE])) as Record<Structure, Shared>;
    for (const content of contents) {
      const source = facts.get(content);
      if (source === undefined) continue;
      let rendered = '';
      try {
        const markdown = write(content);
        rendered = renderMarkdown(markdown);
        if (spelled(writer.write(rendered, content.url)) === spelled(markdown)) same += 1;
      } catch {
        failed += 1;
      }
      const comparison = compareFacts(source, readFacts(rendered, content.url));
      words += f1Of(comparison.words);
      for (const structure of STRUCTURES) counts[structure] = addShared(counts[structure], comparison[structure]);
      onLoss({ writer: name, page: content.name, comparison });
    }
    return {
      ...{ name, counts, failed },
      words: words / contents.length,
      sameAgain: same / contents.length,
    };
  });
}
