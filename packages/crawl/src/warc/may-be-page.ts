import { htmlRule } from 'refrain/engine';

/** The head of a WARC record, as far as it decides what is a page. */
export interface PageHead {
  /** `WARC-Type`. */
  readonly type: string | undefined;
  readonly url: string;
  /** Status of the HTTP response; undefined without one. */
  readonly status: number | undefined;
  readonly contentType: string | undefined;
}

/**
 * Whether a WARC record may be a page: a resource with a type of HTML, or a response of HTTP with a status of 2xx and a type of
 * HTML or none. Without a type, the content decides (`htmlRule.startsAsHtml`). Responses of other schemes (DNS, FTP) are not pages.
 */
export function mayBePage({ type, url, status = 0, contentType }: PageHead): boolean {
  if (type === 'resource') return htmlRule.isHtmlType(contentType);
  if (type !== 'response' || !/^https?:/i.test(url)) return false;
  return status >= 200 && status <= 299 && (contentType === undefined || htmlRule.isHtmlType(contentType));
}
