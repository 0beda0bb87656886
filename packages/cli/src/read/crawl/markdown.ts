/** Pages that a site gives as Markdown. */
import type { Answer } from '../fetch.ts';
import { statusError } from '../fetch.ts';
import { checkHead } from './files.ts';
import { webAddress } from './links.ts';

/** Markdown first, and else what is always asked for. */
export const ACCEPT_MARKDOWN = 'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, */*;q=0.5';

export const isMarkdown = (contentType: string | undefined): boolean => /^text\/markdown\b/i.test(contentType ?? '');

/**
 * What `get` checks of a page, for which Markdown is one too.
 *
 * @throws {FetchError} and {FileFound}
 */
export function checkMarkdownHead(head: Pick<Answer, 'status' | 'headers'>): void {
  const { status, headers } = head;
  if (!isMarkdown(headers['content-type']) || status < 200 || status > 299) checkHead(head);
  if (status < 200 || status > 299) throw statusError(head);
}

/** Inline links, definitions and addresses in angle brackets. No part matches what ends it, so that it is linear in time. */
const LINK = /\]\(\s*<?([^\s()<>]+)|^ {0,3}\[[^\]\n]{1,999}\]:\s*<?([^\s<>]+)|<(https?:[^\s<>]+)>/gm;
const LINKS_MAX = 10_000;

/** Addresses that a Markdown text links to. */
export function markdownLinks(bytes: Uint8Array, url: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, inline, defined, plain] of new TextDecoder().decode(bytes).matchAll(LINK)) {
    const address = webAddress(inline ?? defined ?? plain ?? '', url);
    if (address !== undefined) found.add(address);
    if (found.size === LINKS_MAX) break;
  }
  return found;
}
