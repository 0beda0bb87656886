/** Packages without types, and some that may be missing. */
declare module 'turndown' {
  class TurndownService {
    constructor(options?: Readonly<Record<string, string>>);
    use(plugin: unknown): this;
    turndown(html: string): string;
  }

  export = TurndownService;
}

declare module '@joplin/turndown-plugin-gfm' {
  export const gfm: unknown;
}

declare module 'mdream' {
  export function htmlToMarkdown(html: string): string;
}

declare module 'html-encoding-sniffer' {
  interface SniffOptions {
    /** Label of the encoding in the response's Content-Type. */
    readonly transportLayerEncodingLabel?: string | undefined;
    /** Used if the bytes name no encoding. */
    readonly defaultEncoding?: string | null;
  }
  function sniffEncoding(bytes: Uint8Array, options?: SniffOptions): string | null;
  export = sniffEncoding;
}
