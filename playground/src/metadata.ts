/** The panel of what the page in view says of itself. */
import type { PageMetadata } from 'refrain';
import { byId, make } from './dom.ts';

const box = byId('metadata', HTMLDivElement);

/** The facts of a page by their names, in the order of the panel; a page has some of them. */
const factsOf = (metadata: PageMetadata): readonly (readonly [name: string, value: string | undefined])[] => [
  ['Headline', metadata.headline],
  ['Authors', metadata.authors.join(', ')],
  ['Published', metadata.published?.value],
  ['Modified', metadata.modified?.value],
  ['Site', metadata.siteName],
  ['Language', metadata.language],
  ['Kind', metadata.kind],
  ['Description', metadata.description],
  ['URL', metadata.url],
];

export function showMetadata(metadata: PageMetadata | undefined): void {
  const facts =
    metadata === undefined ? [] : factsOf(metadata).filter(([, value]) => value !== undefined && value !== '');
  box.replaceChildren(
    facts.length === 0
      ? make('p', { className: 'empty' }, 'What the page in view says of itself.')
      : make(
          'dl',
          { className: 'facts-list' },
          ...facts.flatMap(([name, value = '']) => [make('dt', {}, name), make('dd', {}, value)]),
        ),
  );
}
