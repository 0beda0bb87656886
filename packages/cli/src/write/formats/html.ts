/** A document of HTML per page. */
import type { Format } from './format.ts';

export const html: Format = {
  name: 'html',
  endings: ['html', 'htm'],
  about: [
    'a clean document with the content; --cut: the page without its',
    'template. On standard output, a form feed separates pages',
  ],
  flags: ['cut'],
  extension: 'html',
  separator: '\f',
  writer: ({ cut }) => ({
    page({ task, page, shown: { part } }) {
      const html = page.html(part, { mode: cut ? 'cut' : 'clean' });
      return task.isOnly ? html : html.replaceAll('\f', ' ');
    },
  }),
};
