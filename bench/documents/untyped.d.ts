/** Writers of Markdown that have no types of their own, or may not be installed. */
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
