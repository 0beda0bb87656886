/** Metadata of a page, declared or derived from what its site repeats. */
import type { ProductData } from '../product/product.ts';
import { lazy, withoutUndefined } from '../values.ts';
import { AND } from '../vocabulary.ts';
import { isFirm, isPersonal } from './authors.ts';
import { authorsOf } from './bylines.ts';
import { type HeadlineEvidence, headlineOf, isHeadline, type TitlePart, titledOf } from './headline.ts';
import { SITE_RANK } from './linked-data.ts';
import { type DateSources, modifiedOf, publishedOf } from './page-dates.ts';
import { keyOf, plain, unescaped, withoutTags } from './plain-text.ts';
import { MetadataSources, parsedUrl } from './sources.ts';
import { valuesOf } from './statements.ts';

/** What titles write as `&`. */
const CONJUNCTION = new RegExp(` (?:and|und|et|${AND}) `, 'gi');
/** Minimum length of a host label that is the name of a site. */
const LABEL_MIN = 4;

/** The metadata of the current page. Each value is read on demand. */
export class MetadataReader extends MetadataSources {
  readonly #titleElement = lazy(() => this.page.titleElement);
  readonly #h1 = lazy(() => this.#contentHeadings('h1'));
  readonly #root = lazy(() => parsedUrl(this.named('base')[0]?.get('href'), this.address()) ?? this.address());
  readonly #canonicalUrl = lazy(() => this.#absolute(this.canonical()));
  readonly #published = lazy(() => publishedOf(this));
  readonly #modified = lazy(() => modifiedOf(this));

  /** Names of the site, without a heading that is also a title of the page. */
  readonly #siteNames = lazy((): string[] => {
    const titles = [this.#titleElement(), ...this.meta('og:title')].map(keyOf);
    const host = keyOf(this.host);
    const own = this.#h1()
      .map(keyOf)
      .filter((key) => titles.includes(key) && !host.includes(key));
    return [
      ...this.meta('og:site_name'),
      ...this.linkedData().texts('name', 'name', SITE_RANK, SITE_RANK),
      ...this.linkedData().texts('publisher'),
      ...this.meta('application-name', 'apple-mobile-web-app-title', 'dc.publisher'),
    ]
      .map((name) => plain(unescaped(name)))
      .filter((name) => !own.includes(keyOf(name)));
  });
  readonly #siteKeys = lazy((): ReadonlySet<string> => {
    const names = this.#siteNames().flatMap((name) => [name, name.replaceAll(CONJUNCTION, ' & ')]);
    const keys = [...hostKeys(this.titleParts(), this.host), ...names.map(keyOf)];
    return new Set(keys.filter((key) => key !== ''));
  });
  readonly #headline = lazy((): string => {
    const evidence: HeadlineEvidence = {
      title: this.#titleElement(),
      parts: this.titleParts(),
      siteKeys: this.#siteKeys(),
      h1: this.#h1,
      h2: lazy(() => this.#contentHeadings('h2')),
      entityTitles: () => this.linkedData().texts('headline', 'name', 0, 0),
      titles: () => this.meta('og:title', 'twitter:title', 'dc.title', 'citation_title'),
    };
    const titled = titledOf(evidence);
    if (isHeadline(titled, evidence)) return titled;
    const { text, level } = this.page.firstHeading();
    // The title of a page under an overlay is not that of the article in it.
    if (text !== '' && this.page.core.isOverlay) return text;
    return headlineOf(level === 1 ? text : '', titled, evidence);
  });

  #contentHeadings(name: 'h1' | 'h2'): string[] {
    return this.named(name)
      .filter(({ isContentHeading }) => isContentHeading)
      .map(({ text }) => text);
  }

  /** An absolute address; undefined for none, and for code. */
  #absolute(url = ''): string | undefined {
    if (/^(?:javascript|data|vbscript):/i.test(url)) return undefined;
    return textOrNone(parsedUrl(url, this.#root())?.href ?? url);
  }

  /** The headline. */
  get title(): string {
    return unescaped(this.#headline());
  }

  get titleElement(): string | undefined {
    return textOrNone(this.#titleElement());
  }

  get canonicalUrl(): string | undefined {
    return this.#canonicalUrl();
  }

  get url(): string | undefined {
    return textOrNone(this.givenUrl) ?? this.canonicalUrl;
  }

  get siteName(): string | undefined {
    const parts = this.titleParts();
    const [repeated] = parts.filter(({ df }) => df > 0).sort((one, other) => other.df - one.df);
    const named = repeated ?? parts.find(({ text }) => this.#siteKeys().has(keyOf(text)));
    const names = this.#siteNames();
    return textOrNone(names.find((name) => !isFirm(name)) ?? named?.text ?? names[0]);
  }

  get authors(): string[] {
    const siteName = this.siteName ?? '';
    const keys = new Set([...this.#siteKeys(), keyOf(siteName)]);
    const labels = labelsOf(this.host).filter(({ length }) => length >= LABEL_MIN);
    // One word that is a part of the host is the site; two words may be an author's name.
    const isSite = (name: string): boolean =>
      keys.has(keyOf(name)) || (!name.includes(' ') && labels.includes(keyOf(name)));
    const found = authorsOf(this, isSite);
    if (found.length > 0 || ![...this.#siteNames(), siteName].some(isPersonal)) return found;
    // The site has the name of its author.
    return authorsOf(this, (name) => isSite(name) && !isPersonal(name));
  }

  get published(): string | undefined {
    return this.#published()?.value;
  }

  get modified(): string | undefined {
    return this.#modified()?.value;
  }

  /** Where the dates were found. */
  get sources(): DateSources {
    return withoutUndefined({ published: this.#published()?.source, modified: this.#modified()?.source });
  }

  get description(): string | undefined {
    const declared = this.meta('description', 'og:description', 'twitter:description', 'dc.description')[0];
    return textOrNone(withoutTags(unescaped(declared ?? this.linkedData().texts('description')[0] ?? '')));
  }

  get image(): string | undefined {
    const found =
      this.meta('og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src')[0] ??
      this.linkedData().texts('image', 'url')[0] ??
      valuesOf(this.micro(), ['image'])[0];
    return this.#absolute(found);
  }

  get licence(): string | undefined {
    const found =
      this.linkedBy(/(?:^|\s)license(?:\s|$)/i) ??
      this.linkedData().texts('license', 'url')[0] ??
      this.meta('dc.license', 'dc.rights', 'dcterms.license', 'dcterms.rights')[0];
    return this.#absolute(found);
  }

  /** The main entities of JSON-LD. */
  get data(): readonly object[] | undefined {
    const { entities } = this.linkedData();
    return entities.length === 0 ? undefined : entities;
  }

  /** Declared data of a product. */
  get productData(): ProductData {
    return {
      entities: this.linkedData().all,
      hasMicrodata: valuesOf(this.micro(), /^(?:price|lowprice|offers|sku)$/).length > 0,
      meta: (...names) => this.meta(...names),
      titles: lazy(() => [this.title, ...this.#h1()]),
      path: this.address()?.pathname ?? '',
      country: this.country,
    };
  }
}

/** A text with single spaces; undefined if it is empty. */
const textOrNone = (text = ''): string | undefined => plain(text) || undefined;

/** Keys of the parts of a host except the last. */
const labelsOf = (host: string): string[] => host.split('.').slice(0, -1).map(keyOf);

/** Keys of the host, and of the first and the last part of a title that are similar to it. */
function hostKeys(parts: readonly TitlePart[], host: string): string[] {
  const labels = labelsOf(host).filter((label) => label.length > 2 && label !== 'www');
  const isHost = (key: string): boolean =>
    key.length >= LABEL_MIN &&
    labels.some((label) => label.includes(key) || (key.includes(label) && key.length < label.length + 12));
  const ends = parts.length < 2 ? [] : [parts[0], parts.at(-1)].map((part) => keyOf(part?.text ?? ''));
  const found = ends.filter(isHost);
  // A part that contains the name of the site is a headline.
  const names = found.filter((key) => !found.some((other) => other !== key && key.includes(other)));
  return [keyOf(host.replace(/^www\./, '')), ...names];
}
