/** What a format of pages is. To add one, add its file here and a line to `index.ts`. */
import { flagOf, usageError } from '../../arguments/flags.ts';
import type { FLAGS, FORMATS } from '../../arguments/table.ts';
import type { Task } from '../../read/task.ts';
import type { Field, Parts, RunSource } from '../fields.ts';
import type { PageExtension } from '../file-name.ts';

/** Makes the output of the current page; undefined if it was written elsewhere. */
export interface PageWriter {
  page(source: RunSource): string | Uint8Array | undefined;
  /** Output of a page that could not be labelled. */
  failed?(task: Task, html: string | Uint8Array, message: string): Uint8Array;
  /** Output of a WARC record that is not a page. */
  record?(bytes: Uint8Array): Uint8Array;
}

/** A format; its writers can be made on any thread. */
export interface Format {
  readonly name: (typeof FORMATS)[number] | 'auto';
  /** Its lines in the help. */
  readonly about: readonly string[];
  /** Flags that only this format has. */
  readonly flags?: readonly (keyof typeof FLAGS)[];
  /** The fields that are written unless `--fields` chooses others. */
  readonly fields?: readonly Field[];
  /** Whether fields are cells, which have no place for lists. */
  readonly isTable?: true;
  /** Whether text from data can stand in it. */
  readonly hasText?: true;
  /** Whether it also has the records of a WARC that are not pages. */
  readonly hasRecords?: true;
  /** Endings of a file in this format, the usual one first. Undefined: it takes any. */
  readonly endings?: readonly string[];
  /** Whether it is compressed as it is written. */
  readonly isPacked?: true;
  /** Extension of a page's file: each page is a document. */
  readonly extension?: PageExtension;
  /** Stands between two pages on standard output. */
  readonly separator?: string;
  /** What the output begins with. */
  head?(fields: readonly Field[]): string | Uint8Array;
  writer(parts: Parts): PageWriter;
}

/** @throws {CommandError} if one of the flags that were given belongs to another format */
export function checkFlags({ name }: Format, formats: readonly Format[], given: readonly string[]): void {
  for (const other of formats) {
    const flag = other.name === name ? undefined : other.flags?.find((each) => given.includes(each));
    if (flag !== undefined) throw usageError(`--${flagOf(flag)}: works only with --format ${other.name}`);
  }
}
