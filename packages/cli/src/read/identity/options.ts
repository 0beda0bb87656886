/** What flags say of an identity. */
import type { Header } from '../../arguments/headers.ts';

export interface IdentityOptions {
  readonly headers: readonly Header[];
  readonly cookieJar?: string | undefined;
  readonly storageState?: string | undefined;
  readonly proxy?: string | undefined;
}

/** The same with more headers. */
export const withHeaders = (options: IdentityOptions | undefined, headers: readonly Header[]): IdentityOptions => ({
  ...options,
  headers: [...(options?.headers ?? []), ...headers],
});
