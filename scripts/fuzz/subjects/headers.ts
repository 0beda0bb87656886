/** URLs, content types, character sets and the beginnings of files. */
import { siteFinder } from '@refrain/crawl';
import { mayBePage } from '@refrain/crawl/engine';
import { decodeHtml } from 'refrain';
import { htmlRule } from 'refrain/engine';
import { altered } from '../arbitraries.ts';
import { readDictionary, type Sources } from '../sources.ts';
import { bytesOf, Difference, expectSame, expectTwice, outcome, type Subject } from '../subject.ts';

const WORDS = readDictionary('headers');
const SEEDS = [
  'text/html; charset=shift_jis\n<p>\x83e\x83X\x83g</p>',
  'http://www.example.co.uk:8080/a/b/c?d#e\n<meta charset=euc-jp><p>\xa5\xc6',
  '\n<?xml version="1.0" encoding="iso-8859-5"?><html xmlns="http://www.w3.org/1999/xhtml">\xb0',
  'file:///site/%41/page.html\n\xff\xfe<\0p\0>\0',
  'text/html\n<html><head><meta http-equiv=Content-Type content="text/html; charset=gb2312"><p>\xc4\xe3',
  'text/html; charset=iso-2022-jp\n\x1b$B%F\x1b(B',
];

export async function prepareHeaders(sources: Sources): Promise<Subject> {
  const finders = [await siteFinder('host'), await siteFinder('domain'), await siteFinder({ folders: 2 })];
  return {
    inputs: altered(sources, SEEDS, WORDS, 1500),
    async run(input) {
      const [first = ''] = input.split('\n', 1);
      const bytes = bytesOf(input.slice(first.length + 1));
      await expectTwice(
        () =>
          outcome(() => {
            const { html, encoding } = decodeHtml(bytes, { contentType: first });
            const isFaulty = typeof html === 'string' && !html.isWellFormed();
            if (isFaulty) throw new Difference('decoded text with a lone surrogate');
            return `${encoding.name} ${encoding.source} ${typeof html === 'string' ? html : html === bytes}`;
          }),
        'decoded twice',
      );
      for (const find of finders) {
        const site = await outcome(() => find(first));
        if (site === '') throw new Difference('a site without a name');
      }
      htmlRule.isHtmlType(first);
      htmlRule.startsAsHtml(bytes);
      mayBePage({ type: 'response', url: first, status: 200, contentType: first });
      const kind = htmlRule.nonHtmlKind(bytes);
      const checked = await outcome(() => htmlRule.checkHtml(bytes));
      expectSame(checked, kind === undefined ? undefined : 'error NOT_HTML', 'what is HTML');
      return undefined;
    },
  };
}
