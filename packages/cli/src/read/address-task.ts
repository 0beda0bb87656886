/** The page at an address as a task. */
import { htmlRule } from 'refrain/engine';
import type { InputReading } from './archive-tasks.ts';
import { get } from './fetch/get.ts';
import type { Task } from './task.ts';

type AddressReading = InputReading & { readonly allowPrivate: boolean };

/** Fetches a page, which is identified by the address that it is read from at last; undefined where that fails. */
export async function addressTask(address: string, reading: AddressReading): Promise<Task | undefined> {
  const { interrupted, maxPageBytes, allowPrivate, site, siteOf, isOnly, onFailure } = reading;
  try {
    const { url, bytes, headers } = await get(address, { maxBytes: maxPageBytes, allowPrivate, signal: interrupted });
    htmlRule.checkHtml(bytes);
    const contentType = headers['content-type'];
    const fetched = new Date().toISOString();
    const from = { kind: 'bytes', bytes, contentType, capture: undefined, fetched } as const;
    return { site: site ?? siteOf(url), id: url, namesSite: true, url, source: address, isOnly, from };
  } catch (error) {
    if (!interrupted.aborted) onFailure({ source: address, error: error as Error });
    return undefined;
  }
}
