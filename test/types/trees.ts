/**
 * Types of nodes and elements that `learnTree` infers from the type of a root. `npm run types` checks this file; it
 * never runs.
 */
import type { Document as DomhandlerDocument, Element as DomhandlerElement } from 'domhandler';
import type { DefaultTreeAdapterMap } from 'parse5';
import type { Block, Detector, Page, TreeAdapter } from 'refrain';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only for equal types. */
function expectEqual<A, B>(_: Equal<A, B>): void {}

type ElementIn<P> = P extends Page<infer N, infer E> ? Block<N, E>['element'] : never;

interface Leaf {
  readonly kind: 'leaf';
}

export function browser(detector: Detector, document: Document, section: HTMLElement): void {
  const page = detector.learnTree(document, { id: 'https://a.example/' });
  expectEqual<ElementIn<typeof page>, Element | undefined>(true);
  for (const { verdict, element, segments } of page.blocks) {
    if (verdict === 'template') element?.classList.add('template');
    for (const { node } of segments) node?.parentElement?.normalize();
  }
  expectEqual<ElementIn<ReturnType<typeof detector.labelTree<HTMLElement>>>, Element | undefined>(true);
  for (const { element } of detector.labelTree(section).blocks) element?.remove();
}

export function parse5(detector: Detector, document: DefaultTreeAdapterMap['document']): void {
  for (const { element } of detector.learnTree(document).blocks) element?.attrs.map(({ name }) => name);
}

export function domhandler(detector: Detector, document: DomhandlerDocument): void {
  const page = detector.learnTree(document);
  expectEqual<ElementIn<typeof page>, DomhandlerElement | undefined>(true);
}

export function ownTree(detector: Detector, root: Leaf, adapter: TreeAdapter<Leaf>): void {
  const page = detector.learnTree(root, { adapter });
  expectEqual<ElementIn<typeof page>, Leaf | undefined>(true);
}
