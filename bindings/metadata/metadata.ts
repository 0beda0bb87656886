/** Facts of a page, from what it says of itself and from what its site repeats. */
import type { ProductData } from '../product/product.ts';
import { defined, lazy } from '../values.ts';
import { AND } from '../vocabulary.ts';
import { isPersonal, keyOf } from './authors.ts';
import { authorsOf } from './bylines.ts';
import { modifiedOf, publishedOf } from './dates-of.ts';
import { type Fact, PART, plain, valuesOf } from './facts.ts';
import { headlineOf, type TitlePart } from './headline.ts';
import { SITE_RANK } from './linked-data.ts';
import type { DateSources } from './records.ts';
import { linkedBy, MetadataSources, parsedUrl } from './sources.ts';
import { unescaped, withoutTags } from './unescaped.ts';

/** Names of `meta` elements with pictures. */
const IMAGES = ['og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src'];

/** The metadata of the current page. Each fact is looked for when it is asked for, by what the module has written of the page. */
export class MetadataReader extends MetadataSources {
  readonly #parts = lazy((): TitlePart[] => this.named(PART).map(({ text, df = 0 }) => ({ text, df })));
  readonly #root = lazy(() => parsedUrl(this.first('base')?.get('href'), this.address()) ?? this.address());

  /** Headings of the first level that are content. */
  readonly #headings = lazy(() => contentsOf(this.named('h1')));
  /** Keys of what the page calls itself in its title, or to others, and in a heading: no names of its site, unless its host has them. */
  readonly #ownKeys = lazy((): string[] => {
    const host = keyOf(this.address()?.hostname ?? '');
    const titles = [this.page.titleElement, ...this.meta().of('og:title')].map(keyOf);
    return this.#headings()
      .map(keyOf)
      .filter((key) => titles.includes(key) && !host.includes(key));
  });
  /** Names that the page gives its site. */
  readonly #siteNames = lazy((): string[] =>
    [
      ...this.meta().of('og:site_name'),
      ...this.linkedData().texts('name', 'name', SITE_RANK, SITE_RANK),
      ...this.linkedData().texts('publisher'),
      ...this.meta().of('application-name', 'apple-mobile-web-app-title', 'dc.publisher'),
    ]
      .map((name) => plain(unescaped(name)))
      .filter((name) => !this.#ownKeys().includes(keyOf(name))),
  );
  readonly #siteKeys = lazy(() => {
    const names = this.#siteNames().flatMap((name) => [name, name.replaceAll(CONJUNCTION, ' & ')]);
    const keys = new Set([...hostKeys(this.#parts(), this.address()?.hostname), ...names.map(keyOf)]);
    keys.delete('');
    return keys;
  });
  readonly #headline = lazy(() => {
    const { core, titleElement } = this.page;
    const { text, level } = this.page.firstHeading();
    // The title of a page under a layer is not that of the article in it.
    if (text !== '' && core.isLayer) return text;
    return headlineOf(titleElement, this.#parts(), {
      siteKeys: this.#siteKeys(),
      headings: [
        this.#headings,
        () => this.linkedData().texts('headline', 'name', 0, 0),
        () => contentsOf(this.named('h2')),
      ],
      headline: level === 1 ? text : '',
      titles: () => this.meta().of('og:title', 'twitter:title', 'dc.title', 'citation_title'),
    });
  });

  #absolute(url = ''): string {
    return /^(?:javascript|data|vbscript):/i.test(url) ? '' : (parsedUrl(url, this.#root())?.href ?? url);
  }

  readonly #published = lazy(() => publishedOf(this));
  readonly #modified = lazy(() => modifiedOf(this));

  /** The headline. */
  get title(): string {
    return unescaped(this.#headline());
  }

  get titleElement(): string | undefined {
    return textOrNone(this.page.titleElement);
  }

  get canonicalUrl(): string | undefined {
    return textOrNone(this.#absolute(this.canonical()));
  }

  get url(): string | undefined {
    return textOrNone(this.givenUrl) ?? this.canonicalUrl;
  }

  get siteName(): string | undefined {
    const repeated = this.#parts()
      .filter(({ df }) => df > 0)
      .sort((a, b) => b.df - a.df)[0];
    const keys = this.#siteKeys();
    return textOrNone(
      this.#siteNames()[0] ?? repeated?.text ?? this.#parts().find(({ text }) => keys.has(keyOf(text)))?.text,
    );
  }

  get language(): string | undefined {
    return textOrNone(
      languageOf([
        this.first('html')?.get('lang') ?? '',
        ...this.meta().of('content-language', 'og:locale', 'dc.language', 'language'),
        ...this.linkedData().texts('inLanguage'),
      ]),
    );
  }

  get authors(): string[] {
    const data = this.linkedData();
    const keys = lazy(() => {
      const isPerson = (key: string): boolean => data.persons.has(key) && !data.organisations.has(key);
      return new Set([...this.#siteKeys(), keyOf(this.siteName ?? '')].filter((key) => !isPerson(key)));
    });
    const labels = lazy(() => labelsOf(this.address()?.hostname ?? ''));
    // One word that is a part of the host is the site; a person may call one after both names.
    const isLabel = (key: string): boolean => key.length >= LABEL_LEAST && labels().includes(key);
    const isKnown = (name: string): boolean => keys().has(keyOf(name)) || (!name.includes(' ') && isLabel(keyOf(name)));
    const found = authorsOf(this, isKnown);
    if (found.length > 0 || ![...this.#siteNames(), this.siteName ?? ''].some(isPersonal)) return found;
    // A site has the name of a person who writes it.
    return authorsOf(this, (name) => isKnown(name) && !isPersonal(name));
  }

  get published(): string | undefined {
    return this.#published()?.value;
  }

  get modified(): string | undefined {
    return this.#modified()?.value;
  }

  /** Where the dates were found. */
  get sources(): DateSources {
    return defined({ published: this.#published()?.from, modified: this.#modified()?.from });
  }

  get description(): string | undefined {
    const found =
      this.meta().of('description', 'og:description', 'twitter:description', 'dc.description')[0] ??
      this.linkedData().texts('description')[0];
    return found && textOrNone(withoutTags(unescaped(found)));
  }

  get image(): string | undefined {
    const found =
      this.meta().of(...IMAGES)[0] ??
      this.linkedData().texts('image', 'url')[0] ??
      valuesOf(this.micro(), /^image$/)[0];
    return textOrNone(this.#absolute(found));
  }

  get licence(): string | undefined {
    const found =
      linkedBy(this.facts, /(?:^|\s)license(?:\s|$)/i) ??
      this.linkedData().texts('license', 'url')[0] ??
      this.meta().of('dc.license', 'dc.rights', 'dcterms.license', 'dcterms.rights')[0];
    return textOrNone(this.#absolute(found));
  }

  /** What the page is about, as it says in JSON-LD; undefined where it does not. */
  get data(): readonly object[] | undefined {
    const { entities } = this.linkedData();
    return entities.length === 0 ? undefined : entities;
  }

  /** What the data of the page says of a product. */
  get productData(): ProductData {
    const meta = this.meta();
    return {
      entities: this.linkedData().all,
      hasMicrodata: this.micro().some(([name]) => /^(?:price|lowprice|offers|sku)$/.test(name)),
      isProduct: meta.of('og:type').some((type) => /^(?:og:)?product(?:\.item)?$/i.test(type)),
      meta,
      titles: [this.title, ...this.#headings()],
      path: this.path,
      country: this.#country(),
    };
  }

  /** The country of the language, or of the host. */
  #country(): string | undefined {
    const tags = [this.first('html')?.get('lang'), ...this.meta().of('og:locale')];
    const region = tags.map((tag) => /^[a-z]{2,3}[-_]([a-z]{2})$/i.exec(tag ?? '')?.[1]).find((found) => found);
    const domain = /\.([a-z]{2})$/.exec(this.address()?.hostname ?? '')?.[1];
    return (domain ?? region)?.toUpperCase().replace('UK', 'GB');
  }
}

/** What titles write as `&`. */
const CONJUNCTION = new RegExp(` (?:and|und|et|${AND}) `, 'gi');

/** Texts of headings that are content. */
const contentsOf = (headings: readonly Fact[]): string[] =>
  headings.filter(({ isTemplate }) => isTemplate === false).map(({ text }) => text);

/** A text with single spaces; undefined where it is empty. */
const textOrNone = (text = ''): string | undefined => plain(text) || undefined;

/** Keys of the parts of a host but the last. */
const labelsOf = (host: string): string[] => host.split('.').slice(0, -1).map(keyOf);

/** Keys of the host, and of the first and the last part of the title where the host is called so. */
function hostKeys(parts: readonly TitlePart[], host = ''): string[] {
  const keys = [keyOf(host.replace(/^www\./, ''))];
  if (parts.length < 2) return keys;
  const labels = labelsOf(host);
  const isLike = (key: string, label: string): boolean =>
    label.length > 2 &&
    label !== 'www' &&
    (label.includes(key) || (key.includes(label) && key.length < label.length + 12));
  for (const part of [parts[0], parts.at(-1)]) {
    const key = keyOf(part?.text ?? '');
    if (key.length > 3 && labels.some((label) => isLike(key, label))) keys.push(key);
  }
  return keys;
}

/** Minimum length of a part of a host that is the name of a site. */
const LABEL_LEAST = 4;

const languageOf = (tags: readonly string[]): string | undefined =>
  tags.map((tag) => tag.replaceAll('_', '-')).find((tag) => /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(tag));
