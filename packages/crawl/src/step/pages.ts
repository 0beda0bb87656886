/** Pages of a step, and what a step makes of them. */
import { InputError, type LimitError, type PageDocument, type PageField, type PageFields, type Part } from 'refrain';
import { check } from 'refrain/engine';
import type { PageIdError } from '../errors.ts';
import type { WaitingPage } from './waiting.ts';

/** A page of a step. */
export interface StepPage {
  readonly url: string;
  /** A string, or bytes in the character set that they and `contentType` name. */
  readonly html: string | Uint8Array;
  /** Identity of the page on its site; default: its URL. */
  readonly id?: string | undefined;
  /** Value of the Content-Type header of its response. */
  readonly contentType?: string | undefined;
}

/** A page as a document, or why it was refused. */
export type StepDocument<D = PageDocument> =
  | {
      readonly url: string;
      readonly id: string;
      /** Whether this step counted the page; false for a page that was counted before. */
      readonly counted: boolean;
      readonly document: D;
      readonly error?: undefined;
    }
  | {
      readonly url: string;
      readonly id: string;
      readonly counted: boolean;
      readonly error: InputError | LimitError | PageIdError;
      readonly document?: undefined;
    };

/** What documents have: fields of a part of the page. */
export interface Wanted {
  readonly fields: readonly PageField[];
  readonly keep?: Part | undefined;
}

/** A checked page. */
export function checkStepPage(page: StepPage): WaitingPage {
  if (!check.isObject(page))
    throw new InputError(`a page must be an object with url and html, not ${check.shown(page)}`);
  const { url, html, id = url, contentType } = page;
  if (typeof url !== 'string' || url === '')
    throw new InputError(
      `the url of a page must be a string that is not empty, not ${check.shown(url)}`,
      'URL_INVALID',
    );
  if (check.pageId(id) === '') throw new InputError('the id of a page must not be empty');
  if (contentType !== undefined && typeof contentType !== 'string')
    throw new InputError(`contentType must be a string, not ${check.shown(contentType)}`);
  const isText = typeof html === 'string';
  return { url, id, contentType, html: isText ? html : check.bytes('html must be a string or a Uint8Array', html) };
}

/** What is known of a page that was learned: its number, and whether it was counted. */
export type Learned = Pick<PageFields, 'page' | 'counted'>;
