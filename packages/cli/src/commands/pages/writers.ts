/** The writers of a run, on each of its threads. A new writer needs a file and a line here. */
import type { Writer } from '../../judge/page-writer.ts';
import { hostWriter } from '../../write/canonical-hosts.ts';
import { type PageOutputOptions, pageWriter } from '../../write/page-output.ts';
import { type ObserverOptions, PageObserver } from '../../write/report/page-observer.ts';
import { templateWriter } from '../../write/template-texts.ts';

export interface WritingOptions extends PageOutputOptions {
  readonly hasTemplates: boolean;
  readonly site: string | undefined;
  readonly observer: ObserverOptions | undefined;
}

export const openWriters = async (options: WritingOptions): Promise<readonly Writer[]> => [
  // First, because writing a page changes it.
  ...(options.hasTemplates ? [templateWriter()] : []),
  ...(options.site === undefined ? [hostWriter()] : []),
  await pageWriter(options),
  ...(options.observer === undefined ? [] : [new PageObserver(options.observer)]),
];
