import { type CreateOptions, Detector, type ResolvedOptions } from 'refrain';
import { StructuredReader } from 'refrain/structured';
import type { Extractor } from './method.ts';

/** A part of the page by the package with default options, with the text that a page has in its data only. */
async function create(part: 'content' | 'main', how?: CreateOptions): Promise<Extractor> {
  const detector = await Detector.create({}, how);
  const structured = await StructuredReader.create();
  return {
    extract: async (html) => {
      const page = detector.learn(html);
      return `${page.text(part)}\n${structured.text(page, part)}`;
    },
  };
}

export const createStructured = (_: ResolvedOptions, how?: CreateOptions): Promise<Extractor> => create('content', how);

export const createMainStructured = (_: ResolvedOptions, how?: CreateOptions): Promise<Extractor> =>
  create('main', how);
