/** Writers of Markdown that have no types of their own. */
declare module 'turndown' {
  export default class TurndownService {
    constructor(options?: Readonly<Record<string, string>>);
    use(plugin: unknown): this;
    turndown(html: string): string;
  }
}

declare module '@joplin/turndown-plugin-gfm' {
  export const gfm: unknown;
}
