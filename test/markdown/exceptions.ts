/** Examples of CommonMark whose HTML is not the same after Markdown, by number, with the reason. */
export const EXCEPTIONS: ReadonlyMap<number, string> = new Map([]);
