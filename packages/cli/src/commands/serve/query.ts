/** Parameters of a request, and the types that it accepts. */
import Negotiator from 'negotiator';
import type { PageField, Part } from 'refrain';
import { check, checkFields, FIELDS, selection } from 'refrain/engine';
import { suggestion } from '../../arguments/flag-kinds.ts';
import { USUAL_FIELDS } from '../../write/run-fields.ts';
import type { Exchange } from './exchange.ts';
import { ServeError } from './problem.ts';

export const JSON_TYPE = 'application/json';
export const MARKDOWN_TYPE = 'text/markdown';
const TEXT_TYPE = 'text/plain';
export const DOCUMENT_TYPES = [JSON_TYPE, MARKDOWN_TYPE, TEXT_TYPE] as const;

/** The fields of a JSON line that depend only on the page, not on a run of the command. */
const LINE_FIELDS = checkFields([...USUAL_FIELDS.filter((name) => Object.hasOwn(FIELDS, name)), 'text']);

export interface ContentRequest {
  /** Undefined for the default. */
  readonly keep: Part | undefined;
  readonly fields: readonly PageField[];
}

/** @throws {ServeError} `REQUEST_INVALID` for an unknown or repeated parameter */
export function readQuery<const N extends string>(
  query: URLSearchParams,
  names: readonly N[],
): Partial<Record<N, string>> {
  const found: Partial<Record<string, string>> = {};
  for (const [name, value] of query) {
    if (!names.some((each) => each === name)) {
      const known = `known are ${names.join(', ')}${suggestion(name, names)}`;
      throw new ServeError('REQUEST_INVALID', `there is no parameter ${JSON.stringify(name.slice(0, 40))}; ${known}`);
    }
    if (found[name] !== undefined) throw new ServeError('REQUEST_INVALID', `the parameter ${name} is given twice`);
    found[name] = value;
  }
  return found as Partial<Record<N, string>>;
}

/** @throws {OptionError} `OPTION_INVALID` */
export const readContentRequest = ({ keep, fields }: Partial<Record<'keep' | 'fields', string>>): ContentRequest => ({
  keep: keep === undefined ? undefined : check.oneOf('keep', keep, selection.PARTS),
  fields: fields === undefined ? LINE_FIELDS : checkFields(fields.split(',')),
});

/**
 * The offered type that the client prefers; without a preference, the first.
 *
 * @throws {ServeError} `ACCEPT_REFUSED`
 */
export function acceptedType<const T extends string>({ request }: Exchange, types: readonly T[]): T {
  const found = new Negotiator(request).mediaType([...types]);
  if (found !== undefined) return found as T;
  throw new ServeError('ACCEPT_REFUSED', `the available types are ${types.join(', ')}`);
}
