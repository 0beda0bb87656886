/**
 * A hostile server and `refrain crawl`: the errors, and the maximum memory in addition to a crawl without attacks.
 * Fails if another error occurs, a good page is missing, or memory is not bounded. Four minutes.
 *
 * Run: npm run build && node --import tsx integration/crawl/hostile.ts [WORD…]
 */
import { spawn } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Handler, samplePage, serveSite } from './site.ts';

const GOOD = 4;
/** Suffices for a page of 32 MiB, the maximum, in the store and as a tree; or a sitemap of 50 MiB as text. */
const EXTRA_MIB = 1000;

interface Attack {
  readonly name: string;
  /** The attack's URL on the first page, without the host; undefined for attacks by robots.txt and sitemaps. */
  readonly path?: string;
  readonly answer: (path: string, response: ServerResponse) => void;
  readonly code?: string;
  /** True if the host is not read at all. */
  readonly isAll?: true;
}

const HTML = { 'content-type': 'text/html' };
const XML = { 'content-type': 'application/xml' };

function endless(response: ServerResponse, text: string, headers: Readonly<Record<string, string>>): void {
  response.writeHead(200, headers);
  const part = Buffer.alloc(65536, text);
  const write = (): void => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', write);
  write();
}

const gzipped = (response: ServerResponse, text: string, bytes: number, headers: object): void =>
  void response
    .writeHead(200, { ...headers, 'content-encoding': 'gzip' })
    .end(gzipSync(Buffer.alloc(bytes, text), { level: 1 }));

const slow = (response: ServerResponse): void => {
  response.writeHead(200, HTML).write('<p>');
  const timer = setInterval(() => response.write('x'), 500);
  response.on('close', () => clearInterval(timer));
};

const hostOf = ({ req }: ServerResponse): string => req.headers.host ?? '';

const MIB = 2 ** 20;
const index = (host: string, path: string): string =>
  `<sitemapindex>${Array.from({ length: 1000 }, (_, at) => `<sitemap><loc>http://${host}${path}/${at}.xml</loc></sitemap>`).join('')}</sitemapindex>`;

const ATTACKS: readonly Attack[] = [
  { name: 'nothing', answer: (_, response) => void response.writeHead(404).end() },
  {
    name: 'endless redirects',
    path: '/round',
    answer: (path, response) => void response.writeHead(302, { location: `${path}x` }).end(),
    code: 'REDIRECT_REFUSED',
  },
  {
    name: 'endless bytes',
    path: '/page-without-end',
    answer: (_, response) => endless(response, '<p>more ', HTML),
    code: 'PAGE_TOO_LARGE',
  },
  { name: 'slow bytes', path: '/slow', answer: (_, response) => slow(response), code: 'FETCH_TIMEOUT' },
  {
    name: 'no answer',
    path: '/silent',
    answer: () => undefined,
    code: 'FETCH_TIMEOUT',
  },
  {
    name: 'endless headers',
    path: '/headers',
    answer: (_, response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => response.socket?.write(`x: ${'y'.repeat(60_000)}\r\n`), 1);
      response.socket?.on('close', () => clearInterval(timer)).on('error', () => undefined);
    },
    code: 'HPE_HEADER_OVERFLOW',
  },
  {
    name: 'fewer bytes than said',
    path: '/short',
    answer: (_, response) => {
      response.writeHead(200, { ...HTML, 'content-length': '1000' }).write('<p>short');
      setTimeout(() => response.destroy(), 20);
    },
    code: 'ECONNRESET',
  },
  {
    name: 'more bytes than said',
    path: '/long',
    answer: (_, response) =>
      void response.socket?.end(
        `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n<p>a story of more bytes`,
      ),
  },
  {
    name: 'a compressed page of 256 MiB',
    path: '/bomb',
    answer: (_, response) => gzipped(response, '<p>more ', 256 * MIB, HTML),
    code: 'PAGE_TOO_LARGE',
  },
  {
    name: 'a page of 1,000,000 links',
    path: '/many',
    code: 'TOO_MANY_NODES',
    answer: (_, response) =>
      void response
        .writeHead(200, HTML)
        .end(`<h1>Many</h1>${Array.from({ length: 1_000_000 }, (_, at) => `<a href=/none/${at}>${at}</a>`).join(' ')}`),
  },
  {
    name: 'pages without end',
    path: '/day',
    answer: (path, response) =>
      void response.writeHead(200, HTML).end(`${samplePage(1, 1)}<a href="${path}-1">1</a><a href="${path}-2">2</a>`),
  },
  {
    name: 'a robots.txt without end',
    answer: (path, response) =>
      path === '/robots.txt' ? endless(response, 'Disallow: /x\n', {}) : void response.writeHead(404).end(),
    code: 'PAGE_TOO_LARGE',
    isAll: true,
  },
  {
    name: 'a compressed sitemap of 256 MiB',
    answer: (path, response) =>
      path === '/sitemap.xml'
        ? gzipped(response, '<url><loc>/x</loc></url>', 256 * MIB, XML)
        : void response.writeHead(404).end(),
  },
  {
    name: 'a sitemap of 1,100,000 addresses',
    answer: (path, response) =>
      path === '/sitemap.xml'
        ? gzipped(response, `<url><loc>http://${hostOf(response)}/none/1</loc></url>`, 49 * MIB, XML)
        : void response.writeHead(404).end(),
  },
  {
    name: 'sitemaps of sitemaps',
    answer: (path, response) =>
      path.endsWith('.xml')
        ? void response.writeHead(200, XML).end(index(hostOf(response), path))
        : void response.writeHead(404).end(),
  },
  {
    name: 'a sitemap of nested entities',
    answer: (path, response) =>
      path === '/sitemap.xml'
        ? void response
            .writeHead(200, XML)
            .end(
              `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 20 }, (_, at) => `<!ENTITY ${'b'.repeat(at + 1)} "${`&${at === 0 ? 'a' : 'b'.repeat(at)};`.repeat(10)}">`).join('')}]><urlset><url><loc>&${'b'.repeat(20)};</loc></url></urlset>`,
            )
        : void response.writeHead(404).end(),
  },
];

interface Row {
  readonly mib: number;
  readonly problems: readonly string[];
}

async function attacked({ name, path, answer, code, isAll }: Attack): Promise<Row> {
  const handler: Handler = (requested, _, response) => {
    if (requested === '/page/0' && path !== undefined) {
      response.writeHead(200, HTML).end(`<a href="${path}">more</a>${samplePage(0, GOOD)}`);
      return true;
    }
    const isOf = path === undefined ? !/^\/(?:$|page\/)/.test(requested) : requested.startsWith(path);
    if (isOf) answer(requested, response);
    return isOf;
  };
  const site = await serveSite(GOOD, { handler });
  try {
    const started = performance.now();
    const words = ['--max-pages', '50', '--exclude', '**/topic/**', '--exclude', '**/imprint'];
    const { stdout, stderr, mib } = await crawlCommand(site.origin, [
      ...words,
      '--fields',
      'url',
      '-q',
      '--format',
      'ndjson',
    ]);
    const codes = [...new Set([...stderr.matchAll(/\(([A-Z_]+)\)$/gm)].map(([, found = '']) => found))];
    const pages = stdout.split('\n').filter((line) => /page\/\d"/.test(line)).length;
    const problems = [
      ...(code !== undefined && !codes.includes(code) ? [`no ${code}`] : []),
      ...(pages === (isAll ? 0 : GOOD) ? [] : [`${pages} good pages`]),
    ];
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(
      `${name} | ${codes.join(', ') || '–'} | ${site.requests.length} requests | ${mib} MiB | ${seconds} s ${problems.join('; ')}\n`,
    );
    return { mib, problems };
  } finally {
    site.close();
  }
}

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Prints the maximum memory on Linux, where `resourceUsage` includes that of the parent process. */
const METER = `data:text/javascript,import { readFileSync } from 'node:fs';
process.on('exit', () => console.error('kB ' + /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]));`;

async function crawlCommand(origin: string, words: readonly string[]) {
  const node = [
    '--import',
    METER,
    '--import',
    at('../resolve-packages.mjs'),
    at('../../packages/cli/dist/bin/main.js'),
  ];
  const pace = ['--allow-private', '--rate', '10000'];
  const child = spawn(process.execPath, [...node, 'crawl', `${origin}/`, ...pace, ...words]);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr, mib: Number(/^kB (\d+)$/m.exec(stderr)?.[1]) >> 10 };
}

const words = process.argv.slice(2);
const [quiet, ...attacks] = ATTACKS.filter(({ name }, at) => at === 0 || words.every((word) => name.includes(word)));
const least = quiet === undefined ? 0 : (await attacked(quiet)).mib;
// Attacks that take a minute run concurrently.
const rows = await Promise.all(
  [0, 1].map(async () => {
    const done: Row[] = [];
    for (let next = attacks.shift(); next !== undefined; next = attacks.shift()) done.push(await attacked(next));
    return done;
  }),
);
const isWrong = rows.flat().some(({ mib, problems }) => problems.length > 0 || mib > least + EXTRA_MIB);
process.exit(isWrong ? 1 : 0);
