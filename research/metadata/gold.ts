/** Pages whose title, authors and date a person wrote down. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../bench/command.ts';

export interface GoldMetadata {
  readonly name: string;
  readonly html: Buffer;
  readonly kind: string;
  readonly url: string;
  /** Each is empty where the page does not say it. */
  readonly title: string;
  readonly author: string;
  /** YYYY-MM-DD. */
  readonly date: string;
}

/**
 * The pages of a folder with `index.tsv`: name, kind, URL, title, author and date, without a header.
 *
 * @throws {Problem} where there is no such file
 */
export function* readGoldMetadata(folder: string): Generator<GoldMetadata> {
  const index = join(folder, 'index.tsv');
  if (!existsSync(index)) throw new Problem(`${index}: there is no such file`);
  for (const line of readFileSync(index, 'utf8').split('\n')) {
    const [name = '', kind = '', url = '', title = '', author = '', date = ''] = line.split('\t');
    const file = join(folder, `${name}.html`);
    if (name !== '' && existsSync(file)) yield { name, html: readFileSync(file), kind, url, title, author, date };
  }
}
