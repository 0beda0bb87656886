import { InputError } from './errors.ts';

/**
 * The host of a URL, with its port. The host of a file without one (`file:///site/page.html`) is its top folder.
 *
 * @throws {InputError} `URL_INVALID`
 */
export function hostOf({ protocol, host, pathname, href }: URL): string {
  const name = host === '' && protocol === 'file:' ? decode(pathname.split('/')[1] ?? '') : host;
  if (name === '') throw new InputError(`${href} names no site`, 'URL_INVALID');
  return name;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
