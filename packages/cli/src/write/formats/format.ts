/** The interface of a format. A new format needs a file here and a line in `index.ts`. */
import { flagOf, usageError } from '../../arguments/flag-kinds.ts';
import type { FLAGS, FORMATS } from '../../arguments/flag-table.ts';
import type { Task } from '../../read/task.ts';
import type { PageExtension } from '../file-name.ts';
import type { Field, Parts, RunSource } from '../run-fields.ts';

/** Returns the output for a page; undefined if it was written elsewhere. */
export interface PageWriter {
  page(source: RunSource): string | Uint8Array | undefined;
  /** Returns the output for a page that could not be labelled. */
  failed?(task: Task, html: string | Uint8Array, message: string): Uint8Array;
  /** Returns the output for a WARC record that is not a page. */
  record?(bytes: Uint8Array): Uint8Array;
}

export interface Format {
  readonly name: (typeof FORMATS)[number] | 'auto';
  readonly about: readonly string[];
  readonly flags?: readonly (keyof typeof FLAGS)[];
  /** The default of `--fields`. */
  readonly fields?: readonly Field[];
  /** True if fields are cells, which cannot contain lists. */
  readonly isTable?: true;
  /** True if the format can contain text from the data of a page (`--structured`). */
  readonly hasText?: true;
  /** True if the format also contains WARC records that are not pages. */
  readonly hasRecords?: true;
  /** Endings of files in this format, the usual one first. Undefined if any ending is allowed. */
  readonly endings?: readonly string[];
  /** True if the output is compressed as it is written. */
  readonly isPacked?: true;
  /** Extension of a page's file if each page is a document. */
  readonly extension?: PageExtension;
  readonly separator?: string;
  head?(fields: readonly Field[]): string | Uint8Array;
  writer(parts: Parts): PageWriter;
}

/** @throws {CommandError} if a given flag belongs to another format */
export function checkFlags({ name }: Format, formats: readonly Format[], given: readonly string[]): void {
  for (const other of formats) {
    const flag = other.name === name ? undefined : other.flags?.find((each) => given.includes(each));
    if (flag !== undefined) throw usageError(`--${flagOf(flag)}: works only with --format ${other.name}`);
  }
}
