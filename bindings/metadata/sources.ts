/** What the metadata of a page are made of: what it says of itself, and what stands in it. */
import type { Core } from '../core.ts';
import type { PageKind } from '../page/records.ts';
import type { GivenTree } from '../trees/walk.ts';
import { attempt, lazy } from '../values.ts';
import { keyOf } from './authors.ts';
import { type Fact, Meta, microIn, type Named, PART, readFacts, readLines } from './facts.ts';
import { LinkedData } from './linked-data.ts';
import { type Near, nearHeading, titleHeading } from './near.ts';
import { factsOfTree } from './tree.ts';

/** What a page knows beside its facts. All of it takes time. */
export interface DescribedPage {
  readonly core: Core;
  readonly tree: GivenTree<unknown> | undefined;
  readonly titleElement: string;
  /** The heading with which its main content begins; its text is empty without one. */
  firstHeading(): { readonly text: string; readonly level: number };
  readonly judgedKind: { readonly kind?: PageKind };
  /** All content, in lines. */
  allText(): string;
}

/** The sources of the current page. Each is read when it is first asked for, from what the module has written of the page. */
export class MetadataSources {
  readonly page: DescribedPage;
  readonly facts: readonly Fact[];
  /** The address of the page, where it is known beside what the page says. */
  readonly givenUrl: string | undefined;
  readonly #headings: readonly Fact[];

  /** `addressOnly`: of facts about addresses alone, which take a fraction of the time. */
  constructor(page: DescribedPage, url: string | undefined, addressOnly: boolean) {
    const { core, tree } = page;
    const facts = readFacts(core.text((exports) => exports.renderMetadata(Number(addressOnly))));
    this.page = page;
    this.facts = tree === undefined ? facts : factsOfTree(tree, facts);
    this.#headings = facts.filter(({ isTemplate }) => isTemplate !== undefined);
    this.givenUrl = url ?? (/^https?:\/\//i.test(core.pageName) ? core.pageName : undefined);
  }

  readonly linkedData = lazy(() => new LinkedData(this.named('script')));
  readonly meta = lazy(() => new Meta(this.facts));
  readonly micro = lazy((): Named => microIn(this.facts));
  readonly near = lazy((): Near => {
    const parts = this.named(PART).filter(({ df }) => df === 0);
    const heading = titleHeading(
      this.#headings,
      parts.map(({ text }) => keyOf(text)),
    );
    if (heading === undefined) return nearHeading(this.facts, heading, { before: [], after: [] });
    const number = this.#headings.indexOf(heading);
    return nearHeading(this.facts, heading, readLines(this.page.core.text((exports) => exports.renderLines(number))));
  });
  readonly canonical = lazy(
    () => linkedBy(this.named('link'), /(?:^|\s)canonical(?:\s|$)/i) ?? this.meta().of('og:url')[0],
  );
  readonly address = lazy((): URL | undefined => parsedUrl(this.givenUrl) ?? parsedUrl(this.canonical()));

  /** The path of the address; empty where that is unknown. */
  get path(): string {
    return this.address()?.pathname ?? '';
  }

  get kind(): PageKind | undefined {
    return this.page.judgedKind.kind;
  }

  /** The first element of a name. */
  first(name: string): Fact | undefined {
    return this.facts.find((fact) => fact.name === name);
  }

  /** The elements of a name. */
  named(name: string): Fact[] {
    return this.facts.filter((fact) => fact.name === name);
  }
}

/** The address to which the first element with some relation links. */
export const linkedBy = (facts: readonly Fact[], rel: RegExp): string | undefined =>
  facts.find((fact) => rel.test(fact.get('rel') ?? ''))?.get('href');

export const parsedUrl = (url = '', base?: URL): URL | undefined =>
  url === '' ? undefined : attempt(() => new URL(url, base));
