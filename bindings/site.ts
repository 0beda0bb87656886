import { InputError } from './errors.ts';
import { attempt } from './values.ts';

/**
 * The host of a URL, with its port. For a file URL without a host (`file:///site/page.html`), the top folder.
 *
 * @throws {InputError} `URL_INVALID`
 */
export function hostOf({ protocol, host, pathname, href }: URL): string {
  const name = host === '' && protocol === 'file:' ? decoded(pathname.split('/')[1] ?? '') : host;
  if (name === '') throw new InputError(`${href} names no site`, 'URL_INVALID');
  return name;
}

const decoded = (step: string): string => attempt(() => decodeURIComponent(step)) ?? step;
