/** A document of HTML per page. */
import { toggle } from '../../arguments/flags.ts';
import { defineFormat } from './format.ts';

export const html = defineFormat({
  name: 'html',
  endings: ['html', 'htm'],
  about: [
    'a clean document with the content; --cut: the page without its',
    'template. On standard output, a form feed separates pages',
  ],
  flags: { cut: toggle('html: the source without what goes, in place of a document of its own') },
  extension: 'html',
  separator: '\f',
  writer: (_, { cut }) => ({
    page({ task, page, shown: { part } }) {
      const html = page.html(part, { mode: cut ? 'cut' : 'clean' });
      return task.isOnly ? html : html.replaceAll('\f', ' ');
    },
  }),
});
