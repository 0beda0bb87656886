/** Facts of a page, from what it says of itself and from what its site repeats. */
import type { Core } from '../core.ts';
import type { PageKind } from '../page/records.ts';
import type { ProductData } from '../product/product.ts';
import type { GivenTree } from '../trees/walk.ts';
import { attempt, defined, lazy } from '../values.ts';
import { isPersonal, keyOf } from './authors.ts';
import { authorsOf } from './bylines.ts';
import { type DateEvidence, type FoundDate, modifiedOf, publishedOf } from './dates-of.ts';
import { type Fact, type Lines, Meta, microIn, type Named, PART, plain, readFacts, valuesOf } from './facts.ts';
import { headlineOf, type TitlePart } from './headline.ts';
import { LinkedData, SITE_RANK } from './linked-data.ts';
import { type Near, nearHeading } from './near.ts';
import type { PageMetadata } from './records.ts';
import { factsOfTree } from './tree.ts';
import { unescaped, withoutTags } from './unescaped.ts';

/** What the facts of a page do not say. What takes time is asked for. */
export interface PageFacts {
  readonly titleElement: () => string;
  readonly kind: () => PageKind | undefined;
  /** The text with which the main content begins; empty without one. */
  readonly mainStart: () => string;
  /** All content, in lines. */
  readonly text: () => string;
  readonly layerStart: () => string;
}

/** Names of `meta` elements with pictures. */
const IMAGES = ['og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src'];

/** The metadata of the current page. Each fact is looked for when it is asked for, by what the module has written of the page. */
export class MetadataReader {
  readonly #facts: readonly Fact[];
  readonly #lines: Lines | undefined;
  readonly #page: PageFacts;
  readonly #url: string | undefined;

  /** `url`: that of the page, where it is known. */
  constructor(facts: readonly Fact[], lines: Lines | undefined, page: PageFacts, url: string | undefined) {
    this.#facts = facts;
    this.#lines = lines;
    this.#page = page;
    this.#url = url;
  }

  /** `addressOnly`: of facts about addresses alone, which take a fraction of the time. */
  static of<N>(
    { core, tree }: { readonly core: Core; readonly tree: GivenTree<N> | undefined },
    page: PageFacts,
    url: string | undefined,
    addressOnly = false,
  ): MetadataReader {
    const { facts, lines } = readFacts(core.text((exports) => exports.renderMetadata(Number(addressOnly))));
    const name = core.pageName;
    const known = url ?? (/^https?:\/\//i.test(name) ? name : undefined);
    return new MetadataReader(tree === undefined ? facts : factsOfTree(tree, facts), lines, page, known);
  }

  readonly #data = lazy(() => LinkedData.of(this.#facts));
  readonly #meta = lazy(() => new Meta(this.#facts));
  readonly #micro = lazy((): Named => microIn(this.#facts));
  readonly #near = lazy((): Near => nearHeading(this.#facts, this.#lines));
  readonly #own = lazy((): URL | undefined => parsedUrl(this.#url) ?? parsedUrl(this.#canonical()));
  readonly #canonical = lazy(() => {
    const links = this.#facts.filter(({ name }) => name === 'link');
    return linkedBy(links, /(?:^|\s)canonical(?:\s|$)/i) ?? this.#meta().of('og:url')[0];
  });
  readonly #parts = lazy((): TitlePart[] =>
    this.#facts.filter((fact) => fact.name === PART).map(({ text, df = 0 }) => ({ text, df })),
  );
  readonly #root = lazy(
    () => parsedUrl(this.#facts.find(({ name }) => name === 'base')?.get('href'), this.#own()) ?? this.#own(),
  );

  /** Keys of what the page calls itself in its title, or to others, and in a heading: no names of its site, unless its host has them. */
  readonly #ownKeys = lazy((): string[] => {
    const host = keyOf(this.#own()?.hostname ?? '');
    const titles = [this.#page.titleElement(), ...this.#meta().of('og:title')].map(keyOf);
    const headings = this.#facts.filter(({ name, isTemplate }) => name === 'h1' && isTemplate === false);
    return headings.map(({ text }) => keyOf(text)).filter((key) => titles.includes(key) && !host.includes(key));
  });
  /** Names that the page gives its site. */
  readonly #siteNames = lazy((): string[] =>
    [
      ...this.#meta().of('og:site_name'),
      ...this.#data().texts('name', 'name', SITE_RANK, SITE_RANK),
      ...this.#data().texts('publisher'),
      ...this.#meta().of('application-name', 'apple-mobile-web-app-title', 'dc.publisher'),
    ]
      .map((name) => plain(unescaped(name)))
      .filter((name) => !this.#ownKeys().includes(keyOf(name))),
  );
  readonly #siteKeys = lazy(() => {
    const keys = new Set(hostKeys(this.#parts(), this.#own()?.hostname));
    for (const name of this.#siteNames()) keys.add(keyOf(name));
    keys.delete('');
    return keys;
  });
  readonly #headline = lazy(() => {
    const named = (name: string): Fact[] => this.#facts.filter((fact) => fact.name === name);
    const contents = (facts: readonly Fact[]): string[] =>
      facts.filter(({ isTemplate }) => isTemplate === false).map(({ text }) => text);
    const first = named('h1');
    return headlineOf(this.#page.titleElement(), this.#parts(), {
      siteKeys: this.#siteKeys(),
      headings: [
        lazy(() => contents(first)),
        () => this.#data().texts('headline', 'name', 0, 0),
        () => contents(named('h2')),
      ],
      first: first.map(({ text }) => text),
      mainStart: this.#page.mainStart,
      layerStart: this.#page.layerStart,
      titles: () => this.#meta().of('og:title', 'twitter:title', 'dc.title', 'citation_title'),
    });
  });

  #absolute(url = ''): string {
    return /^(?:javascript|data|vbscript):/i.test(url) ? '' : (parsedUrl(url, this.#root())?.href ?? url);
  }

  readonly #dates = lazy((): DateEvidence => {
    const [data, meta, micro, near] = [this.#data, this.#meta, this.#micro, this.#near];
    return { data, meta, micro, near, now: Date.now(), path: () => this.#own()?.pathname ?? '' };
  });
  readonly #published = lazy((): FoundDate | undefined => publishedOf(this.#dates()));
  readonly #modified = lazy((): FoundDate | undefined => modifiedOf(this.#dates()));

  /** The headline. */
  get title(): string {
    return unescaped(this.#headline());
  }

  get canonicalUrl(): string | undefined {
    return said(this.#absolute(this.#canonical()));
  }

  get url(): string | undefined {
    return said(this.#url) ?? this.canonicalUrl;
  }

  get siteName(): string | undefined {
    const repeated = this.#parts()
      .filter(({ df }) => df > 0)
      .sort((a, b) => b.df - a.df)[0];
    const keys = this.#siteKeys();
    return said(
      this.#siteNames()[0] ?? repeated?.text ?? this.#parts().find(({ text }) => keys.has(keyOf(text)))?.text,
    );
  }

  get language(): string | undefined {
    return said(
      languageOf([
        this.#facts.find(({ name }) => name === 'html')?.get('lang') ?? '',
        ...this.#meta().of('content-language', 'og:locale', 'dc.language', 'language'),
        ...this.#data().texts('inLanguage'),
      ]),
    );
  }

  get authors(): string[] {
    const data = this.#data();
    const keys = lazy(() => {
      const isPerson = (key: string): boolean => data.persons.has(key) && !data.organisations.has(key);
      return new Set([...this.#siteKeys(), keyOf(this.siteName ?? '')].filter((key) => !isPerson(key)));
    });
    const labels = lazy(() => hostLabels(this.#own()?.hostname));
    const isKnown = (name: string): boolean =>
      keys().has(keyOf(name)) || (!name.includes(' ') && labels().includes(keyOf(name)));
    const evidence = {
      data,
      meta: this.#meta(),
      near: this.#near,
      kind: this.#page.kind,
      isKnown,
      text: this.#page.text,
    };
    const found = authorsOf(evidence);
    if (found.length > 0 || ![...this.#siteNames(), this.siteName ?? ''].some(isPersonal)) return found;
    // A site has the name of a person who writes it.
    return authorsOf({ ...evidence, isKnown: (name) => isKnown(name) && !isPersonal(name) });
  }

  get published(): string | undefined {
    return this.#published()?.value;
  }

  get modified(): string | undefined {
    return this.#modified()?.value;
  }

  /** Where the dates were found. */
  get sources(): PageMetadata['sources'] {
    return defined({ published: this.#published()?.from, modified: this.#modified()?.from });
  }

  get description(): string | undefined {
    const found =
      this.#meta().of('description', 'og:description', 'twitter:description', 'dc.description')[0] ??
      this.#data().texts('description')[0];
    return found && said(withoutTags(unescaped(found)));
  }

  get image(): string | undefined {
    const found =
      this.#meta().of(...IMAGES)[0] ?? this.#data().texts('image', 'url')[0] ?? valuesOf(this.#micro(), /^image$/)[0];
    return said(this.#absolute(found));
  }

  get licence(): string | undefined {
    const found =
      linkedBy(this.#facts, /(?:^|\s)license(?:\s|$)/i) ??
      this.#data().texts('license', 'url')[0] ??
      this.#meta().of('dc.license', 'dc.rights', 'dcterms.license', 'dcterms.rights')[0];
    return said(this.#absolute(found));
  }

  /** What the page is about, as it says in JSON-LD; undefined where it does not. */
  get data(): readonly object[] | undefined {
    const { entities } = this.#data();
    return entities.length === 0 ? undefined : entities;
  }

  readonly #hasMicrodata = lazy(() => this.#micro().some(([name]) => /^(?:price|lowprice|offers|sku)$/.test(name)));

  readonly #isProduct = lazy(() =>
    this.#meta()
      .of('og:type')
      .some((type) => /^(?:og:)?product(?:\.item)?$/i.test(type)),
  );

  /** What the data of the page says of a product. */
  get productData(): ProductData {
    const headings = this.#facts.filter(({ name, isTemplate }) => name === 'h1' && isTemplate === false);
    return {
      entities: this.#data().all,
      hasMicrodata: this.#hasMicrodata(),
      isProduct: this.#isProduct(),
      meta: this.#meta(),
      titles: [this.title, ...headings.map(({ text }) => text)],
      path: this.#own()?.pathname ?? '',
      country: this.#country(),
    };
  }

  /** The country of the language, or of the host. */
  #country(): string | undefined {
    const tags = [this.#facts.find(({ name }) => name === 'html')?.get('lang'), ...this.#meta().of('og:locale')];
    const region = tags.map((tag) => /^[a-z]{2,3}[-_]([a-z]{2})$/i.exec(tag ?? '')?.[1]).find((found) => found);
    const domain = /\.([a-z]{2})$/.exec(this.#own()?.hostname ?? '')?.[1];
    return (domain ?? region)?.toUpperCase().replace('UK', 'GB');
  }

  /** All of it. */
  record(): PageMetadata {
    const { title, url, canonicalUrl, siteName, language, authors, published, modified } = this;
    const { sources, description, image, licence } = this;
    return defined({
      ...{ title, authors, titleElement: said(this.#page.titleElement()) },
      ...{ url, canonicalUrl, siteName, language, published, modified, description, image },
      ...{ kind: this.#page.kind(), licence, sources },
    });
  }
}

/** The address to which the first element with some relation links. */
const linkedBy = (facts: readonly Fact[], rel: RegExp): string | undefined =>
  facts.find((fact) => rel.test(fact.get('rel') ?? ''))?.get('href');

/** A text with single spaces; undefined where it is empty. */
const said = (text = ''): string | undefined => plain(text) || undefined;

function parsedUrl(url = '', base?: URL): URL | undefined {
  return url === '' ? undefined : attempt(() => new URL(url, base));
}

/** The host that was asked for last, and keys of its parts: the pages of a site come one after another. */
let lastHost = '';
let lastKey = '';
let lastLabels: readonly string[] = [];

/** Keys of the host, and of the first and the last part of the title where the host is called so. */
function hostKeys(parts: readonly TitlePart[], host = ''): string[] {
  if (host !== lastHost) {
    lastHost = host;
    lastKey = keyOf(host.replace(/^www\./, ''));
    lastLabels = host.split('.').slice(0, -1).map(keyOf);
  }
  const keys = [lastKey];
  if (parts.length < 2) return keys;
  const isLike = (key: string, label: string): boolean =>
    label.length > 2 &&
    label !== 'www' &&
    (label.includes(key) || (key.includes(label) && key.length < label.length + 12));
  for (const part of [parts[0], parts.at(-1)]) {
    const key = keyOf(part?.text ?? '');
    if (key.length > 3 && lastLabels.some((label) => isLike(key, label))) keys.push(key);
  }
  return keys;
}

/** Minimum length of a part of a host that is the name of a site. */
const LABEL_LEAST = 4;

/** Keys of the parts of a host: one word that is one of them is the site; a person may call one after both names. */
const hostLabels = (host = ''): string[] =>
  host
    .split('.')
    .slice(0, -1)
    .map(keyOf)
    .filter(({ length }) => length >= LABEL_LEAST);

const languageOf = (tags: readonly string[]): string | undefined =>
  tags.map((tag) => tag.replaceAll('_', '-')).find((tag) => /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(tag));
