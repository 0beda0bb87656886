/**
 * Documentation that comes by package name, and where its content is. All are hard for methods that count repetition:
 * what classes inherit stands word for word on many pages, inside the content; or each section has a template of its own.
 */
export interface DebianDocs {
  /** Name of the site, and of the Debian package that has it. */
  readonly name: string;
  readonly package: string;
  /** Folder of the pages in the package. */
  readonly root: string;
  /** Elements that are content, and those in them that are not. */
  readonly content: string;
  readonly drop?: string;
  readonly why: 'repeated content' | 'section templates';
}

export const DEBIAN_DOCS: readonly DebianDocs[] = [
  {
    name: 'xapian',
    package: 'xapian-doc',
    root: 'usr/share/doc/xapian-doc/apidoc/html',
    content: 'div.header, div.contents',
    why: 'repeated content',
  },
  {
    name: 'glib',
    package: 'libglib2.0-doc',
    root: 'usr/share/gtk-doc/html',
    content: 'body',
    drop: 'table.navigation, .footer',
    why: 'repeated content',
  },
  {
    name: 'fop',
    package: 'fop-doc',
    root: 'usr/share/doc/fop-doc/html/api',
    content: 'main',
    why: 'repeated content',
  },
  {
    name: 'libxml2',
    package: 'libxml2-doc',
    root: 'usr/share/doc/libxml2/html',
    content:
      'body > table:nth-of-type(2) > tbody > tr > td > table > tbody > tr > td:nth-of-type(2), body > table:first-of-type h2',
    why: 'repeated content',
  },
  {
    name: 'cppreference',
    package: 'cppreference-doc-en-html',
    root: 'usr/share/cppreference/doc/html/en',
    content: '#firstHeading, #mw-content-text',
    drop: '.t-navbar, .editsection, #toc',
    why: 'section templates',
  },
  {
    name: 'gtk4',
    package: 'libgtk-4-doc',
    root: 'usr/share/doc/libgtk-4-doc/gtk4',
    content: '#main',
    why: 'section templates',
  },
  {
    name: 'lilypond-ja',
    package: 'lilypond-doc-html-ja',
    root: 'usr/share/doc/lilypond/html/Documentation',
    content: '#main',
    drop: '.nav_table, #footer',
    why: 'section templates',
  },
];
