/** Whether a Content-Type header is that of a page; XML of other kinds has no template. */
export const isHtml = (contentType: string): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\s*([;,]|$)/i.test(contentType);

/** The character set that a Content-Type header names. */
export const charsetOf = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1];

/** A header that may have come more than once. */
export const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;
