/** Crawls with secrets, which must not appear at other hosts, in messages, or in files. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import { PageStore } from '../../../packages/cli/src/read/crawl/page-store.ts';
import type { Checks } from '../../checks.ts';
import { type Answers, type RecordedRequest, type RecordingProxy, recordingProxy } from '../recording-proxy.ts';
import { html, outcome } from './command.ts';

const MAIN = fileURLToPath(new URL('../../../packages/cli/dist/bin/main.js', import.meta.url));
const CRAWLEE = new URL('../../resolve-packages.mjs', import.meta.url).href;

/** Unique texts by kind. */
const SECRETS = {
  'a header': 'SecretOfTheFlag7d1b0',
  'a header of a file': 'SecretOfTheFile5c2f9',
  'a password of an address': 'SecretOfTheAddress83ea',
  'a cookie of a file': 'SecretOfTheJar4be16',
  'a cookie that was set': 'SecretThatWasSet902cd',
  'a password of a proxy': 'SecretOfTheProxy6fa3b',
  'a cookie of a browser': 'SecretOfTheBrowser18d7e',
  'a stored text of a browser': 'SecretOfTheStore3c95a',
} as const;

type Secret = keyof typeof SECRETS;
const ALL = Object.keys(SECRETS) as Secret[];

const formsOf = (secret: Secret): string[] => {
  const text = SECRETS[secret];
  return [text, Buffer.from(`me:${text}`).toString('base64').replace(/=+$/, ''), Buffer.from(text).toString('hex')];
};

/** Texts by the place where they were found. */
type Places = Map<string, string>;

const story = (text: string): string =>
  `<!doctype html><title>${text}</title><nav>Home | News</nav><main><p>What happened at ${text} is told here, at some length, for all.</main>`;

const LINKS = ['/one', '/two', '/fails', '/cut', '/missing', '/logged-in']
  .map((path) => `<a href="${path}">${path}</a>`)
  .join(' ');

/** A page that loads scripts and data of its host and of another. */
const SCRIPTED = `${story('scripts')}<script src="http://other.example/lib.js"></script><script>
fetch('/api?' + localStorage.getItem('key') + '&' + document.cookie, { method: 'POST', body: 'own' });
fetch('http://other.example/api', { method: 'POST', body: 'other', credentials: 'include' }).catch(() => {});
fetch('http://third.example/api', { credentials: 'include' }).catch(() => {});
fetch('/away').catch(() => {});</script>`;

const PAGES: Readonly<Record<string, Answers>> = {
  '/': (_, response) =>
    response
      .writeHead(200, { ...html, 'set-cookie': `set=${SECRETS['a cookie that was set']}; HttpOnly` })
      .end(story('home') + LINKS),
  '/go-other': (_, response) => response.writeHead(302, { location: 'http://other.example/landed' }).end(),
  '/go-port': (_, response) => response.writeHead(302, { location: 'http://own.example:8080/landed' }).end(),
  '/go-down': (_, response) => response.writeHead(302, { location: 'http://own.example/plain' }).end(),
  '/away': (_, response) => response.writeHead(307, { location: 'http://other.example/landed' }).end(),
  '/robots.txt': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('Sitemap: http://other.example/sitemap.xml'),
  '/fails': (_, response) => response.writeHead(500).end(),
  '/cut': (_, response) => {
    response.writeHead(200, { ...html, 'content-length': '1000' }).write('<p>cut');
    setTimeout(() => response.destroy(), 20);
  },
  '/log-in': (_, response) =>
    response.writeHead(200, { 'set-cookie': 'login=curl; Path=/; HttpOnly; Max-Age=9999' }).end(),
  '/missing': (_, response) => response.writeHead(404).end(),
  '/scripted': (_, response) => response.writeHead(200, html).end(SCRIPTED),
  '/lib.js': (_, response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end('0'),
  '/api': (_, response) => response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}'),
};

const answers: Answers = (sent, response) => {
  const page = PAGES[sent.url.pathname];
  if (page !== undefined) page(sent, response);
  else response.writeHead(200, html).end(story(sent.url.pathname));
};

/** As curl writes them. The second belongs to the other host, which may receive it. */
const JAR = `# Netscape HTTP Cookie File
#HttpOnly_own.example\tFALSE\t/\tFALSE\t4102444800\tsid\t${SECRETS['a cookie of a file']}
own.example\tFALSE\t/\tTRUE\t4102444800\tsafe\t${SECRETS['a cookie of a file']}
`;

const STATE = {
  cookies: ['own.example', '.own.example', 'third.example'].map((domain, at) => ({
    ...{ name: `browser${at}`, value: SECRETS['a cookie of a browser'], domain, path: '/', expires: -1 },
    ...{ httpOnly: at === 0, secure: false, sameSite: 'Lax' },
  })),
  origins: [
    { origin: 'http://own.example', localStorage: [{ name: 'key', value: SECRETS['a stored text of a browser'] }] },
  ],
};

interface Run {
  readonly proxy: RecordingProxy;
  readonly folder: string;
  readonly places: Places;
}

/** The contents and names of all files of a folder. */
const contentsOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name + (statSync(join(folder, name)).isFile() ? readFileSync(join(folder, name), 'latin1') : ''))
    .join('\n');

const textOf = (sent: readonly RecordedRequest[]): string =>
  JSON.stringify(sent.map((one) => ({ ...one, url: one.url.href })));

function start({ proxy, folder }: Run, words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return spawn(process.execPath, ['--import', CRAWLEE, MAIN, ...words], {
    ...{ cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] as const },
    env: { ...process.env, NODE_EXTRA_CA_CERTS: proxy.certificate, ...env },
  });
}

/** Flags with every secret of a crawl without a browser. */
const GIVEN = [
  ...['--header', `X-Flag: ${SECRETS['a header']}`, '--header', '@headers', '--cookies', 'jar'],
  ...['--header', `https://own.example X-Flag: ${SECRETS['a header']}`],
];
const STORED = ['--cookies', 'state.json'];
const START = `http://me:${SECRETS['a password of an address']}@own.example/`;
const proxyFlag = ({ proxy }: Run): string[] => [
  ...['--proxy', proxy.address.replace('//', `//me:${SECRETS['a password of a proxy']}@`)],
];
const QUICK = ['--rate', '10000'];

async function inRun(use: (run: Run) => Promise<void>): Promise<Run> {
  const proxy = await recordingProxy(answers);
  const folder = mkdtempSync(join(tmpdir(), 'refrain-secrets-'));
  writeFileSync(join(folder, 'jar'), JAR);
  writeFileSync(join(folder, 'headers'), `# of a file\nX-File: ${SECRETS['a header of a file']}\n`);
  writeFileSync(join(folder, 'state.json'), JSON.stringify(STATE));
  const run: Run = { proxy, folder, places: new Map() };
  try {
    await use(run);
    return run;
  } finally {
    proxy.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function pagesOf(folder: string): Promise<string> {
  const store = await PageStore.open(folder);
  let text = JSON.stringify(store.last());
  for (const [address, head] of store.heads())
    text += JSON.stringify([address, head]) + Buffer.from(store.body(address)).toString('latin1');
  store.close();
  return text;
}

/** A crawl that redirects to another host and port, and fails in many ways. */
const plain = () =>
  inRun(async (run) => {
    const { proxy, folder, places } = run;
    const starts = [START, 'http://own.example/go-other', 'http://own.example/go-port'];
    const words = [
      'crawl',
      ...starts,
      ...GIVEN,
      ...STORED,
      ...proxyFlag(run),
      ...QUICK,
      '--state',
      'kept',
      '-o',
      'pages',
    ];
    const { stdout, stderr } = await outcome(start(run, words));
    const at = (test: (url: URL) => boolean): RecordedRequest[] => proxy.sent.filter(({ url }) => test(url));
    const own = at(({ host }) => host === 'own.example');
    for (const secret of ALL.slice(0, 5))
      assert.ok(
        formsOf(secret).some((form) => textOf(own).includes(form)),
        secret,
      );
    assert.equal(
      [...proxy.tokens],
      [`Basic ${Buffer.from(`me:${SECRETS['a password of a proxy']}`).toString('base64')}`],
    );
    const jar = readFileSync(join(folder, 'jar'), 'utf8');
    assert.match(jar, `\tset\t${SECRETS['a cookie that was set']}\n`);
    assert.is(statSync(join(folder, 'jar')).mode & 0o777, 0o600);
    for (const path of ['/landed', '/robots.txt', '/sitemap.xml'])
      assert.ok(at(({ host, pathname }) => host === 'other.example' && pathname === path).length > 0, path);
    assert.ok(at(({ host }) => host === 'own.example:8080').length > 0);
    assert.match(stderr, /\/fails: .*500.*\(HTTP_STATUS\)/);
    assert.match(stderr, /\/cut: .*\(ECONNRESET\)/);
    places.set(
      'at another host',
      textOf(at(({ host, pathname }) => host === 'other.example' && pathname === '/landed')),
    );
    places.set(
      "in another host's robots.txt",
      textOf(at(({ host, pathname }) => host === 'other.example' && pathname === '/robots.txt')),
    );
    places.set(
      'in a sitemap of another host',
      textOf(at(({ host, pathname }) => host === 'other.example' && pathname === '/sitemap.xml')),
    );
    places.set('at another port', textOf(at(({ host }) => host === 'own.example:8080')));
    places.set('at its host', textOf(own));
    places.set('in messages and the summary', stdout + stderr);
    places.set('in the folder of pages', contentsOf(join(folder, 'pages')));
    places.set('in the state', contentsOf(join(folder, 'kept')));
    places.set('in the store of pages', await pagesOf(join(folder, 'kept')));
  });

/** A crawl by https that is redirected to http. */
const safe = () =>
  inRun(async (run) => {
    const starts = ['https://own.example/', 'https://own.example/go-down'];
    await outcome(
      start(run, ['crawl', ...starts, ...GIVEN, ...STORED, ...proxyFlag(run), ...QUICK, '--format', 'text']),
    );
    const { sent } = run.proxy;
    const secure = textOf(sent.filter(({ url }) => url.protocol === 'https:'));
    assert.match(secure, SECRETS['a header']);
    assert.match(secure, `safe=${SECRETS['a cookie of a file']}`);
    const down = sent.filter(({ url }) => url.protocol === 'http:');
    assert.ok(down.some(({ url }) => url.pathname === '/plain'));
    // The host may receive the other cookie, which is not `Secure`.
    run.places.set('after a redirect to http', textOf(down).replaceAll(`sid=${SECRETS['a cookie of a file']}`, ''));
  });

/** A crawl by a proxy of the environment, with logs of Node and its packages, and lines on standard output. */
const logged = () =>
  inRun(async (run) => {
    const [, proxy = ''] = proxyFlag(run);
    const words = ['crawl', START, ...GIVEN, ...STORED, ...QUICK, '--format', 'ndjson', '--max-depth', '1'];
    const logs = { NODE_DEBUG: 'http,https,net,tls,fetch,undici,stream', DEBUG: '*', HTTP_PROXY: proxy };
    const { stdout, stderr } = await outcome(start(run, words, logs));
    assert.ok(run.proxy.sent.length > 0);
    assert.ok(stderr.length > 10_000, 'there are logs');
    run.places.set('in logs', stderr);
    run.places.set('in lines', stdout);
  });

/** A crawl that is killed while its host makes it wait. */
const killed = () =>
  inRun(async (run) => {
    const { folder, places } = run;
    const child = start(run, ['crawl', START, ...GIVEN, ...STORED, ...proxyFlag(run), ...QUICK, '-o', 'pages']);
    const ended = outcome(child);
    while (!run.proxy.sent.some(({ url }) => url.pathname === '/two')) await new Promise(setImmediate);
    child.kill('SIGKILL');
    const { stdout, stderr } = await ended;
    places.set('after a kill', stdout + stderr + contentsOf(join(folder, 'pages')));
    assert.match(readFileSync(join(folder, 'jar'), 'utf8'), SECRETS['a cookie of a file']);
  });

/** A report and an archive of a URL. */
const reported = () =>
  inRun(async (run) => {
    const { folder, places } = run;
    const made = await outcome(start(run, ['report', START, ...GIVEN, ...proxyFlag(run), '--out', 'report']));
    assert.is(made.code, 0, made.stderr);
    places.set('in a report', contentsOf(join(folder, 'report')));
    const words = ['--format', 'warc', '-o', 'page.warc', '--state', 'known'];
    await outcome(start(run, [START, ...GIVEN, ...proxyFlag(run), ...words]));
    places.set('in an archive', readFileSync(join(folder, 'page.warc'), 'latin1'));
    places.set('in a store of sites', contentsOf(join(folder, 'known')));
  });

/** A page that runs scripts of its host and of another. */
const rendered = () =>
  inRun(async (run) => {
    const { proxy, places, folder } = run;
    const address = START.replace(/\/$/, '/scripted');
    const words = ['crawl', address, ...GIVEN, ...proxyFlag(run), ...QUICK, '--max-depth', '0', '--max-pages', '1'];
    const browser = ['--browser', '--cookies', 'state.json', '--format', 'ndjson', '--state', 'kept'];
    const { code, stdout, stderr } = await outcome(start(run, [...words, ...browser]));
    assert.is(code, 0, stderr);
    const own = textOf(proxy.sent.filter(({ url }) => url.host === 'own.example'));
    for (const secret of [
      'a cookie of a browser',
      'a stored text of a browser',
      'a header',
      'a cookie of a file',
    ] as const)
      assert.match(own, SECRETS[secret]);
    const request = proxy.sent.find(({ url }) => url.pathname === '/api' && url.host === 'own.example');
    assert.match(request?.url.search ?? '', 'browser1=');
    assert.not.match(request?.url.search ?? '', 'browser0=');
    const other = proxy.sent.filter(({ url }) => url.host === 'other.example');
    for (const path of ['/lib.js', '/api', '/landed', '/robots.txt'])
      assert.ok(
        other.some(({ url }) => url.pathname === path),
        path,
      );
    places.set('in what a page loads of another host', textOf(other));
    const third = proxy.sent.filter(({ url }) => url.host === 'third.example');
    assert.equal(third.map(({ url }) => url.pathname).sort(), ['/api', '/robots.txt']);
    places.set('at a host that knows the user, for a page of another', textOf(third));
    places.set('in output of a browser', stdout + stderr + contentsOf(join(folder, 'kept')));
  });

const RUNS = { plain, safe, logged, killed, reported, rendered };
type RunName = keyof typeof RUNS;

/** Cookies that are valid for all ports of a host, and are not `Secure`. */
const COOKIES: readonly Secret[] = ['a cookie of a file', 'a cookie that was set', 'a cookie of a browser'];
/** Only crawls have the storage of a browser. */
const BROWSER: readonly Secret[] = ['a cookie of a browser', 'a stored text of a browser'];

/** Places by run, with the secrets that may be there or that the run does not have. */
const PLACES: readonly (readonly [place: string, run: RunName, left?: readonly Secret[]])[] = [
  ['at another host', 'plain'],
  ['at another port', 'plain', COOKIES],
  ["in another host's robots.txt", 'plain'],
  ['in a sitemap of another host', 'plain'],
  ['at its host', 'plain', [...ALL.slice(0, 5), 'a cookie of a browser']],
  ['in messages and the summary', 'plain'],
  ['in the folder of pages', 'plain'],
  ['in the state', 'plain'],
  ['in the store of pages', 'plain'],
  ['after a redirect to http', 'safe', COOKIES.slice(1)],
  ['in logs', 'logged'],
  ['in lines', 'logged'],
  ['after a kill', 'killed'],
  ['in a report', 'reported', BROWSER],
  ['in an archive', 'reported', BROWSER],
  ['in a store of sites', 'reported', BROWSER],
  ['in what a page loads of another host', 'rendered'],
  ['at a host that knows the user, for a page of another', 'rendered'],
  ['in output of a browser', 'rendered'],
];

const runs = new Map<RunName, Promise<Run>>();

const placeChecks: Checks = Object.fromEntries(
  PLACES.map(([place, name, left = []]) => {
    const secrets = ALL.filter((secret) => !left.includes(secret));
    const check = async (): Promise<void> => {
      const run = runs.get(name) ?? RUNS[name]();
      runs.set(name, run);
      const text = (await run).places.get(place);
      if (text === undefined || text === '') throw new RangeError(`nothing was found ${place}`);
      const found = secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)));
      assert.equal(found, []);
    };
    return [`${secrets.length} secrets are not ${place}`, check];
  }),
);

/** Curl logs in, a crawl receives a newer cookie, and curl continues with the newer one. */
async function takeTurns(): Promise<void> {
  await inRun(async (run) => {
    const { proxy, folder } = run;
    const curl = (path: string, ...words: string[]) =>
      promisify(execFile)('curl', ['-s', '-x', proxy.address, ...words, `http://own.example${path}`], { cwd: folder });
    await curl('/log-in', '-c', 'turns');
    const words = ['crawl', 'http://own.example/', '--cookies', 'turns', '--proxy', proxy.address, ...QUICK];
    await outcome(start(run, [...words, '--max-pages', '1', '-q', '--format', 'text']));
    const cookieAt = (path: string): string | undefined =>
      proxy.sent.findLast(({ url }) => url.pathname === path)?.headers.cookie;
    assert.is(cookieAt('/'), 'login=curl');
    await curl('/one', '-b', 'turns');
    assert.equal(cookieAt('/one')?.split('; ').sort(), ['login=curl', `set=${SECRETS['a cookie that was set']}`]);
  });
}

export const secretChecks: Checks = {
  ...placeChecks,
  'curl and a crawl share a file of cookies, which are secrets': takeTurns,
};
