import { CheerioCrawler, type CheerioCrawlerOptions } from '@crawlee/cheerio';
import { HttpCrawler, Log, LogLevel } from '@crawlee/http';
import { decodePage, withTemplates } from '@refrain/crawl/crawlee';
import * as assert from 'uvu/assert';
import type { Checks } from '../../checks.ts';
import type { Answer } from '../support.ts';
import { cheerio, configuration, withServer } from '../support.ts';

const PRIVET = 'Привет';
const WINDOWS_1251 = '\xcf\xf0\xe8\xe2\xe5\xf2';
const KOI8_R = '\xf0\xd2\xc9\xd7\xc5\xd4';
const GREETING = 'こんにちは';
const SHIFT_JIS = '\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd';
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

/** A page whose bytes are in Latin-1. */
const page = (text: string, { meta = '', mark = '', type = 'text/html' } = {}): Answer => ({
  headers: { 'content-type': type },
  body: Buffer.from(
    `${mark}<!DOCTYPE html><html><head>${meta && `<meta charset="${meta}">`}<title>${text}</title></head>` +
      `<body><p>${text}</p></body></html>`,
    'latin1',
  ),
});

const MARK = '\xef\xbb\xbf';

/** Answers and expected texts by path. */
const PAGES: Readonly<Record<string, readonly [answer: Answer, text: string]>> = {
  '/meta-1251': [page(WINDOWS_1251, { meta: 'windows-1251' }), PRIVET],
  '/meta-shift-jis': [page(SHIFT_JIS, { meta: 'shift_jis' }), GREETING],
  '/mark': [page(utf8(PRIVET), { mark: MARK }), PRIVET],
  '/mark-against-meta': [page(utf8(PRIVET), { mark: MARK, meta: 'windows-1251' }), PRIVET],
  '/mark-against-header': [page(utf8(PRIVET), { mark: MARK, type: 'text/html; charset=windows-1251' }), PRIVET],
  '/header': [page(WINDOWS_1251, { type: 'text/html; charset=windows-1251' }), PRIVET],
  '/header-against-meta': [page(KOI8_R, { meta: 'windows-1251', type: 'text/html; charset="KOI8-R"' }), PRIVET],
  '/unknown-header': [page(utf8(PRIVET), { type: 'text/html; charset=no-such-set', meta: 'utf-8' }), PRIVET],
  '/nothing': [page(utf8(PRIVET)), PRIVET],
  '/nothing-1252': [page('Gr\xfc\xdfe'), 'Grüße'],
  '/xhtml': [page(WINDOWS_1251, { meta: 'windows-1251', type: 'application/xhtml+xml' }), PRIVET],
};

/** Paths that HttpCrawler reads correctly without decodePage. */
const BY_ITSELF = ['/meta-1251', '/meta-shift-jis', '/mark', '/mark-against-meta', '/header', '/header-against-meta'];

const texts = (paths: readonly string[]): object => Object.fromEntries(paths.map((path) => [path, PAGES[path]?.[1]]));

export const charsetChecks: Checks = {
  'CheerioCrawler with decodePage decodes every page for template, $ and body': () =>
    withServer(
      (path) => PAGES[path]?.[0],
      async ({ origin }, sites) => {
        const seen: Record<string, string | undefined> = {};
        const crawler = cheerio({
          requestHandler: withTemplates(sites, ({ request, template, $, body, response }) => {
            const path = new URL(request.url).pathname;
            seen[path] = template?.blocks[0]?.text;
            assert.is($('p').text(), seen[path]);
            assert.match(String(body), `<p>${seen[path]}</p>`);
            assert.match(response.headers['content-type'] ?? '', 'charset=utf-8');
            assert.ok(response.rawHeaders.includes(String(PAGES[path]?.[0].headers?.['content-type'])));
          }),
        });
        const { requestsFailed } = await crawler.run(Object.keys(PAGES).map((path) => origin + path));
        assert.is(requestsFailed, 0);
        assert.equal(seen, texts(Object.keys(PAGES)));
      },
    ),

  'HttpCrawler with decodePage decodes every page to UTF-8 bytes': () =>
    withServer(
      (path) => PAGES[path]?.[0],
      async ({ origin }, sites) => {
        const seen: Record<string, string | undefined> = {};
        const crawler = new HttpCrawler(
          {
            maxConcurrency: 1,
            postNavigationHooks: [decodePage],
            requestHandler: withTemplates(sites, ({ request, template, body }) => {
              const path = new URL(request.url).pathname;
              seen[path] = template?.blocks[0]?.text;
              assert.match(body.toString(), `<p>${seen[path]}</p>`);
            }),
          },
          configuration(),
        );
        await crawler.run(Object.keys(PAGES).map((path) => origin + path));
        assert.equal(seen, texts(Object.keys(PAGES)));
      },
    ),

  'HttpCrawler without decodePage has the right template if it passes the original bytes': () =>
    withServer(
      (path) => PAGES[path]?.[0],
      async ({ origin }, sites) => {
        const seen: Record<string, string | undefined> = {};
        const crawler = new HttpCrawler(
          {
            maxConcurrency: 1,
            requestHandler: withTemplates(sites, ({ request, template }) => {
              seen[new URL(request.url).pathname] = template?.blocks[0]?.text;
            }),
          },
          configuration(),
        );
        await crawler.run(BY_ITSELF.map((path) => origin + path));
        assert.equal(seen, texts(BY_ITSELF));
      },
    ),

  'CheerioCrawler without decodePage warns once': () =>
    withServer(
      (path) => PAGES[path]?.[0],
      async ({ origin }, sites) => {
        const warnings: string[] = [];
        const log = new Log({ level: LogLevel.WARNING });
        log.warningOnce = (message) => void warnings.push(message);
        const requestHandler = withTemplates(sites, () => {});
        const crawler = new CheerioCrawler({ maxConcurrency: 1, log, requestHandler }, configuration());
        await crawler.run([`${origin}/nothing`, `${origin}/meta-1251`]);
        assert.is(warnings.length, 1);
        assert.match(warnings[0] ?? '', /meta-1251 has characters .* postNavigationHooks: \[decodePage\]/);
      },
    ),

  'decodePage rejects forceResponseEncoding and ignores responses that are not pages': () =>
    withServer(
      (path) =>
        path === '/data'
          ? { headers: { 'content-type': 'application/json' }, body: '{"a": 1}' }
          : path === '/empty'
            ? { body: '' }
            : page(WINDOWS_1251, { meta: 'windows-1251' }),
      async ({ origin }, sites) => {
        const errors: string[] = [];
        const seen: unknown[] = [];
        const options: CheerioCrawlerOptions = {
          maxRequestRetries: 0,
          requestHandler: withTemplates(sites, ({ json, template }) => seen.push([json, template?.blocks])),
          failedRequestHandler: (_, error) => void errors.push(error.message),
        };
        await cheerio({ ...options, forceResponseEncoding: 'windows-1251' }).run([`${origin}/page`]);
        assert.is(errors.length, 1);
        assert.match(errors[0] ?? '', 'forceResponseEncoding must not be set');
        await cheerio(options).run([`${origin}/data`, `${origin}/empty`]);
        assert.equal(seen, [
          [{ a: 1 }, undefined],
          [null, []],
        ]);
      },
    ),
};
