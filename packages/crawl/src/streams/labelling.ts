/** The work on one page that streams of both kinds share. */

import type { InputError, LimitError, Page, PageField, PageFields, Part } from 'refrain';
import { check, checkFields, selection } from 'refrain/engine';
import { isRefusal } from '../errors.ts';
import type { CrawlPage } from '../page.ts';
import type { Sites } from '../sites/sites.ts';

const LABELLED = ['url', 'page', 'counted', 'kind', 'kindConfidence', 'blocks', 'text', 'reason'] as const;

/** The default output for a page. */
export interface LabelledPage extends Pick<PageFields, (typeof LABELLED)[number]> {
  url: string;
}

/** How pages go through a stream. `T` is the output for a page, `E` the output for a page that is refused. */
export interface TemplateStreamOptions<I extends CrawlPage, T, E = never> {
  /** `learn` (default) counts pages; `label` changes nothing. */
  readonly mode?: 'learn' | 'label';
  /** The part of the page whose text is written. It has no meaning with `map`. Default: `main`, or `content` where no model decides. */
  readonly part?: Part;
  /** The fields of the output for a page, in their order, in place of those of {@link LabelledPage}. It has no meaning with `map`. */
  readonly fields?: readonly PageField[];
  /** Makes the output for a page, synchronously, while the page is valid. Default: its fields. */
  readonly map?: (page: Page<never>, input: I) => T;
  /**
   * Makes the output for a page that is refused; undefined for none. Without it such a page ends the stream, as an error of the
   * store always does.
   */
  readonly onError?: (error: InputError | LimitError, input: I) => E | undefined;
}

/** The same, with `map`. */
export type MappedStreamOptions<I extends CrawlPage, T, E = never> = TemplateStreamOptions<I, T, E> &
  Required<Pick<TemplateStreamOptions<I, T, E>, 'map'>>;

/** What the options of streams and of Crawlee share. */
type OutputOptions<I, T, E> = Pick<TemplateStreamOptions<CrawlPage, T, E>, 'mode' | 'part' | 'fields'> & {
  readonly map?: (page: Page<never>, input: I) => T;
  readonly onError?: (error: InputError | LimitError, input: I) => E | undefined;
};

/**
 * A function that reads a page and makes its output: by `map`, else of its fields.
 *
 * @param user the function with these options, and `more` names of its options
 * @param usual the fields, unless the options name others
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {UsageError} `NO_MAIN` for main content of sites where no model decides
 */
export function outputs<I, T, E>(
  user: string,
  sites: Sites,
  options: OutputOptions<I, T, E>,
  { more = [], usual }: { more?: readonly string[]; usual: readonly PageField[] },
): (read: CrawlPage, input: I, method?: 'learn' | 'label') => Promise<T | E | Partial<PageFields> | undefined> {
  const isSites = typeof sites === 'object' && sites !== null && 'learn' in sites && 'flush' in sites;
  if (!isSites) throw check.optionError(`the first argument of ${user}`, 'a Sites', sites);
  check.object(user, options, ['mode', 'part', 'fields', 'map', 'onError', ...more]);
  const { mode = 'learn', part, map, onError } = options;
  const hasMain = sites.options.evidence !== 'repetition';
  const fields = checkFields(options.fields ?? usual);
  check.oneOf('mode', mode, ['learn', 'label']);
  selection.check('part', part, hasMain);
  check.type('map', map, 'function');
  check.type('onError', onError, 'function');
  return (read, input, method = mode) =>
    sites
      .judge<T | Partial<PageFields>>(() => sites.check(read), {
        learns: method === 'learn',
        part,
        write: (judged) => (map === undefined ? judged.record(fields) : map(judged.changed as Page<never>, input)),
      })
      .catch((error: unknown) => {
        if (onError !== undefined && isRefusal(error)) return onError(error, input);
        throw error;
      });
}

/** The outputs of a stream. */
export function labelling<I extends CrawlPage, T, E>(
  user: string,
  sites: Sites,
  options: TemplateStreamOptions<I, T, E>,
): (input: I) => Promise<T | E | Partial<PageFields> | undefined> {
  const output = outputs(user, sites, options, { usual: LABELLED });
  return (input) => output(input, input);
}
