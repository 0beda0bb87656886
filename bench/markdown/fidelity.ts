/** Renders the Markdown of each writer and compares it with the content that it was written from. */
import { renderMarkdown } from '../../test/support/render-markdown.ts';
import { addShared, type Comparison, compareFacts, f1Of, type Shared, STRUCTURES, type Structure } from './compare.ts';
import type { Content, SiteContents } from './contents.ts';
import { readFacts } from './facts.ts';
import { OURS, type Writer } from './writers.ts';

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

const writtenBy = (writer: Writer, { html, url, markdown }: Content): string =>
  writer.name === OURS ? markdown : writer.write(html, url);

export function measureFidelity(
  sites: readonly SiteContents[],
  writers: readonly Writer[],
  onLoss: (loss: Loss) => void,
): Fidelity[] {
  const contents = sites.flatMap((site) => site.contents);
  const facts = new Map(contents.map((content) => [content, readFacts(content.html, content.url)]));
  return writers.map((writer) => {
    let [words, same, failed] = [0, 0, 0];
    const counts = Object.fromEntries(STRUCTURES.map((structure) => [structure, NONE])) as Record<Structure, Shared>;
    for (const content of contents) {
      const source = facts.get(content);
      if (source === undefined) continue;
      let rendered = '';
      try {
        const markdown = writtenBy(writer, content);
        rendered = renderMarkdown(markdown);
        if (spelled(writer.write(rendered, content.url)) === spelled(markdown)) same += 1;
      } catch {
        failed += 1;
      }
      const comparison = compareFacts(source, readFacts(rendered, content.url));
      words += f1Of(comparison.words);
      for (const structure of STRUCTURES) counts[structure] = addShared(counts[structure], comparison[structure]);
      onLoss({ writer: writer.name, page: content.name, comparison });
    }
    return {
      ...{ name: writer.name, counts, failed },
      words: words / contents.length,
      sameAgain: same / contents.length,
    };
  });
}
