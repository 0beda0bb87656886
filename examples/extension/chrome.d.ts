/** The part of Chrome's extension API that is used here. */

interface ChromeSender {
  readonly id?: string;
  /** URL of the document that sent the message, set by the browser. */
  readonly url?: string;
  /** Only for messages from the content of a tab. */
  readonly tab?: { readonly id?: number };
}

declare const chrome: {
  readonly runtime: {
    readonly onMessage: {
      /** A listener that returns true responds later. */
      addListener(
        listener: (message: unknown, sender: ChromeSender, answer: (value: unknown) => void) => boolean,
      ): void;
    };
    sendMessage(message: unknown): Promise<unknown>;
    getURL(path: string): string;
  };
  readonly tabs: {
    query(which: { active: boolean; currentWindow: boolean }): Promise<readonly { readonly id?: number }[]>;
    sendMessage(tab: number, message: unknown): Promise<unknown>;
  };
  readonly storage: {
    readonly local: {
      get(key: string): Promise<Readonly<Record<string, unknown>>>;
      set(values: Readonly<Record<string, unknown>>): Promise<void>;
      remove(key: string): Promise<void>;
    };
    readonly session: {
      get(key: string): Promise<Readonly<Record<string, unknown>>>;
      set(values: Readonly<Record<string, unknown>>): Promise<void>;
      setAccessLevel(how: { accessLevel: 'TRUSTED_AND_UNTRUSTED_CONTEXTS' }): Promise<void>;
      readonly onChanged: {
        addListener(listener: (changes: Readonly<Record<string, { readonly newValue?: unknown }>>) => void): void;
      };
    };
  };
};
