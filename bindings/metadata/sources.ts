/** Sources of the metadata of a page. */
import type { Core } from '../core.ts';
import type { PageKind } from '../page/records.ts';
import { attempt, lazy } from '../values.ts';
import { type MetadataElement, PART, readElements } from './elements.ts';
import { headingContext } from './heading-context.ts';
import { LinkedData } from './linked-data.ts';
import { keyOf } from './plain-text.ts';
import { metaStatements, microStatements, valuesOf } from './statements.ts';

/** Other properties of a page. All are slow to read. */
export interface DescribedPage {
  readonly core: Core;
  readonly titleElement: string;
  /** The heading at the start of the main content; its text is empty without one. */
  firstHeading(): { readonly text: string; readonly level: number };
  readonly judgedKind: { readonly kind?: PageKind };
  /** All content, in lines. */
  allText(): string;
}

/** Countries that write the day first in English. */
const DAY_FIRST = ['AU', 'GB', 'IE', 'IN', 'NZ', 'ZA'];

/** The sources of the current page, each read on demand. */
export class MetadataSources {
  readonly page: DescribedPage;
  readonly elements: readonly MetadataElement[];
  /** The address of the page, if it is known from elsewhere. */
  readonly givenUrl: string | undefined;

  /** `addressOnly`: only elements with addresses, which takes a fraction of the time. */
  constructor(page: DescribedPage, url: string | undefined, addressOnly: boolean) {
    const { core } = page;
    this.page = page;
    this.elements = readElements(core.text((exports) => exports.renderMetadata(Number(addressOnly))));
    this.givenUrl = url ?? (/^https?:\/\//i.test(core.pageName) ? core.pageName : undefined);
  }

  readonly linkedData = lazy(() => new LinkedData(this.named('script').map(({ text }) => text)));
  readonly metaStatements = lazy(() => metaStatements(this.elements));
  readonly micro = lazy(() => microStatements(this.elements));
  /** Parts of the title: see `TitlePart`. */
  readonly titleParts = lazy(() => this.named(PART).map(({ text, marks: df }) => ({ text, df })));
  readonly context = lazy(() => {
    const own = this.titleParts().filter(({ df }) => df === 0);
    return headingContext(
      this.elements,
      own.map(({ text }) => keyOf(text)),
      (heading) => this.page.core.text((exports) => exports.renderLines(heading)),
    );
  });
  readonly canonical = lazy(() => this.linkedBy(/(?:^|\s)canonical(?:\s|$)/i, 'link') ?? this.meta('og:url')[0]);
  readonly address = lazy((): URL | undefined => parsedUrl(this.givenUrl) ?? parsedUrl(this.canonical()));

  get host(): string {
    return this.address()?.hostname ?? '';
  }

  get kind(): PageKind | undefined {
    return this.page.judgedKind.kind;
  }

  readonly languages = lazy(() =>
    [
      this.named('html')[0]?.get('lang') ?? '',
      ...this.meta('content-language', 'og:locale', 'dc.language', 'language'),
      ...this.linkedData().texts('inLanguage'),
    ].map((tag) => tag.replaceAll('_', '-')),
  );

  get language(): string | undefined {
    return this.languages().find((tag) => /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(tag));
  }

  /** Code of the country, by the host or a language. */
  get country(): string | undefined {
    const regions = this.languages().map((tag) => /^[a-z]{2,3}-([a-z]{2})$/i.exec(tag)?.[1]);
    const country = /\.([a-z]{2})$/.exec(this.host)?.[1] ?? regions.find(Boolean);
    return country?.toUpperCase().replace('UK', 'GB');
  }

  /** True if dates have the day before the month, as in all languages but English of some countries; undefined for an unknown language. */
  readonly isDayFirst = lazy((): boolean | undefined => {
    if (DAY_FIRST.includes(this.country ?? '')) return true;
    return this.language === undefined ? undefined : !/^en\b/i.test(this.language);
  });

  /** Values of `meta` elements of some names, in document order. */
  meta(...names: readonly string[]): string[] {
    return valuesOf(this.metaStatements(), names);
  }

  /** The elements of a name. */
  named(name: string): MetadataElement[] {
    return this.elements.filter((element) => element.name === name);
  }

  /** The address to which the first element with a relation links. */
  linkedBy(rel: RegExp, name?: string): string | undefined {
    const elements = name === undefined ? this.elements : this.named(name);
    return elements.find((element) => rel.test(element.get('rel') ?? ''))?.get('href');
  }
}

export const parsedUrl = (url = '', base?: URL): URL | undefined =>
  url === '' ? undefined : attempt(() => new URL(url, base));
