/** TEMPORARY stub of the command's author, to be replaced. */
import type { CrawlPage, ReadOptions } from '../input/page.ts';
import type { WarcCapture } from './capture.ts';
export type WarcItem = (CrawlPage & { readonly kind: 'page'; readonly capture: WarcCapture }) | { readonly kind: 'other'; readonly source: string; readonly raw: Uint8Array };
export async function* readWarc(_input: string | AsyncIterable<Uint8Array>, _options: ReadOptions & { name?: string; raw?: boolean }): AsyncGenerator<WarcItem> {}
