/** Headers, cookies and proxies: which hosts receive them, and what is written back. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { boundHeaders, type IdentityOptions, readHeaders, withoutPasswords } from '../src/arguments/headers.ts';
import { get } from '../src/read/fetch.ts';
import { openIdentity } from '../src/read/identity/open-identity.ts';
import { outcome, page, refrain, refrainWithInput, start, withFolder } from './command.ts';

interface RecordedRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * A server that records its requests. A path `/to/ADDRESS` redirects; `/set/COOKIE` sets a cookie and redirects to
 * `/page`.
 */
async function listen(): Promise<{ server: Server; port: number; requests: RecordedRequest[] }> {
  const requests: RecordedRequest[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    requests.push({ url, headers });
    const [, word, rest = ''] = /^\/(to|set)\/(.*)$/.exec(url) ?? [];
    if (word === 'to') response.writeHead(302, { location: rest }).end();
    else if (word === 'set')
      response.writeHead(302, { location: '/page', 'set-cookie': decodeURIComponent(rest) }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page('A story of its own.'));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return { server, port: (server.address() as AddressInfo).port, requests };
}

const [own, other] = [await listen(), await listen()];
const HOST = `http://127.0.0.1:${own.port}`;
const signal = new AbortController().signal;

/** Closed at the end. */
const proxies: Server[] = [];

test.before.each(() => {
  own.requests.length = 0;
  other.requests.length = 0;
});
test.after(() => {
  for (const server of [own.server, other.server, ...proxies]) {
    server.close();
    server.closeAllConnections();
  }
});

async function ask(address: string, options: Partial<IdentityOptions>, page?: string): Promise<void> {
  const identity = await openIdentity({ headers: [], ...options });
  const question = { maxBytes: 10_000, allowPrivate: true, isPage: false, signal, identity };
  await get(address, page === undefined ? question : { ...question, page });
  identity?.close();
}

const headers = (...given: string[]) => boundHeaders(readHeaders(given, '--header'), [`${HOST}/`]);

test('a header is sent to the origins of the given URLs, and after no redirect elsewhere', async () => {
  const secret = headers('X-Key: secret', 'Authorization: Bearer secret', '* Accept-Language: de');
  for (const to of [
    `http://localhost:${own.port}/`,
    `http://127.0.0.1:${other.port}/`,
    `http://localhost:${other.port}/`,
  ])
    await ask(`${HOST}/to/${to}`, { headers: secret });
  const got = [...own.requests, ...other.requests].filter(({ headers: sent }) =>
    JSON.stringify(sent).includes('secret'),
  );
  assert.equal(
    got.map(({ headers: sent }) => sent.host),
    Array.from({ length: 3 }, () => HOST.slice(7)),
  );
  const all = [...own.requests, ...other.requests];
  assert.ok(all.every(({ headers: sent }) => sent['accept-language'] === 'de'));
});

test('a header for a host is sent only there, and a page of another site gets none', async () => {
  const secret = headers(`http://localhost:${other.port} X-Key: secret`);
  await ask(`${HOST}/to/http://localhost:${other.port}/`, { headers: secret });
  assert.is(own.requests[0]?.headers['x-key'], undefined);
  assert.is(other.requests[0]?.headers['x-key'], 'secret');
  await ask(`http://localhost:${other.port}/`, { headers: secret }, 'https://evil.example/');
  assert.is(other.requests[1]?.headers['x-key'], undefined);
});

test('a header follows its host from http to https, and never back', async () => {
  const given = readHeaders(['X-Key: secret'], '--header');
  const sentTo = async (address: string, to: string) => {
    const identity = await openIdentity({ headers: boundHeaders(given, [address]) });
    return identity?.headersFor(new URL(to))['x-key'];
  };
  assert.is(await sentTo('http://a.example/', 'https://a.example/'), 'secret');
  for (const to of ['http://a.example/', 'https://a.example:8443/', 'https://b.a.example/', 'https://a.example.org/'])
    assert.is(await sentTo('https://a.example/', to), undefined, to);
});

test('names and passwords in URLs are sent to their hosts, and are in no output', async () => {
  const address = HOST.replace('//', '//me:p%40ss@');
  const { code, stdout, stderr } = await refrain('.', `${address}/page`, '--allow-private', '--fields', 'id,url,site');
  assert.is(code, 0, stderr);
  assert.is(own.requests[0]?.headers.authorization, `Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  assert.not.match(stdout + stderr, /ss@|p@ss/);
  const listed = await refrainWithInput('.', `${address}/to/file:\n`, '--files-from', '-', '--allow-private');
  assert.match(listed.stderr, 'REDIRECT_REFUSED');
  assert.not.match(listed.stdout + listed.stderr, /ss@|p@ss/);
  assert.equal(withoutPasswords(['page.html', 'https://a.example/a@b']).headers, []);
});

test(
  'no message has a part of a secret',
  withFolder(
    {
      headers: '# mine\nX-Key: secret\n\nno header: \n',
      jar: '.a.example\tTRUE\t/\tFALSE\t0\tsid\tsecret\nsecret\n',
      'state.json': '{ "cookies": secret }',
      'other.json': '{ "cookies": [{ "name": "secret" }] }',
    },
    async (folder) => {
      for (const words of [
        ['--header', 'Authorization secret'],
        ['--header', 'Authorization:', 'secret'],
        ['--header', 'X-Key: secr\u{2028}et'],
        ['--header', 'Host: secret'],
        ['--header', 'http:// X-Key: secret'],
        ['--header', '@headers'],
        ['--proxy', 'socks5://me:secret@127.0.0.1'],
        ['--proxy', 'me:secret@127.0.0.1:99999'],
        ['--cookies', 'jar'],
        ['--cookies', '.'],
        ['--cookies', 'missing/jar'],
      ]) {
        const { code, stdout, stderr } = await refrain(folder, `${HOST}/page`, ...words);
        assert.is(code, 2, words.join(' '));
        assert.not.match(stdout + stderr, 'secret');
        assert.match(stderr, `refrain: ${words[0]}`);
      }
      const listed = await refrain(folder, 'jar', '--header', 'X-Key: secret');
      assert.match(listed.stderr, 'no input is a URL, so the host is missing');
      for (const address of ['htps://me:secret@a.example/', 'https:/me:secret@a.example/', 'https://me:secret@:/'])
        assert.not.match((await refrain(folder, address)).stderr, 'secret');
      for (const storageState of ['state.json', 'other.json'])
        await openIdentity({ headers: [], cookies: [join(folder, storageState)] }).then(
          () => assert.unreachable(),
          ({ message }: Error) => assert.not.match(message, 'secret'),
        );
    },
  ),
);

const CURL = `# Netscape HTTP Cookie File
# https://curl.se/docs/http-cookies.html
# This file was generated by libcurl! Edit at your own risk.

127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tone
#HttpOnly_127.0.0.1\tFALSE\t/page\tFALSE\t4102444800\tdeep\ttwo=2
127.0.0.1\tFALSE\t/\tTRUE\t4102444800\tsafe\tthree
127.0.0.1\tFALSE\t/\tFALSE\t1000000000\told\tfour
127.0.0.1\tFALSE\t/\tFALSE\t4102444800\tempty\t
.a.example\tTRUE\t/\tFALSE\t4102444800\tother\tfive
`;

const linesOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => /^(?!# |$)/.test(line))
    .sort();

test(
  'cookies that a subdomain sets for its domain do not displace those of a host',
  withFolder({}, async (folder) => {
    const identity = await openIdentity({ headers: [], cookies: [join(folder, 'jar')] });
    const host = new URL('https://a.example/');
    identity?.received(host, ['first=1; Domain=a.example']);
    const flood = Array.from({ length: 200 }, (_, at) => `c${at}=${'x'.repeat(4000)}; Domain=a.example`);
    identity?.received(new URL('https://evil.a.example/'), flood);
    identity?.received(host, ['session=2']);
    const { cookie = '' } = identity?.headersFor(host) ?? {};
    assert.match(cookie, /^session=2; first=1; c0=x/);
    assert.ok(cookie.length <= 8000, `${cookie.length}`);
    identity?.close();
  }),
);

test(
  'a file of cookies that does not exist is announced once',
  withFolder({}, async (folder) => {
    const words = [`${HOST}/page`, '--allow-private', '--cookie-jar', 'jra'];
    assert.match((await refrain(folder, ...words)).stderr, 'refrain: --cookies jra: no such file; it is created');
    assert.not.match((await refrain(folder, ...words, '-q')).stderr, 'jra');
  }),
);

test(
  'cookies of a file of curl are sent to their hosts, and written back with received ones',
  withFolder({ jar: CURL }, async (folder) => {
    const jar = join(folder, 'jar');
    const given = linesOf(jar);
    const words = ['--allow-private', '-q', '--cookies', 'jar', '--print', 'title'];
    const set = (cookie: string): string => `${HOST}/set/${encodeURIComponent(cookie)}`;
    const cookiesSent = (): string[] =>
      own.requests.map(({ headers: sent }) => (sent.cookie ?? '').split('; ').sort().join());
    const first = await refrain(folder, `${HOST}/page/1`, ...words);
    assert.is(first.code, 0, first.stderr);
    assert.equal(cookiesSent(), ['deep=two=2,empty=,session=one']);
    // The old cookie has expired.
    const kept = given.filter((line) => !line.includes('old'));
    assert.equal(linesOf(jar), kept);
    assert.is(statSync(jar).mode & 0o777, 0o600);
    assert.equal(readdirSync(folder), ['jar']);
    own.requests.length = 0;
    await refrain(folder, set('session=new; Path=/'), ...words);
    await refrain(folder, set('deep=; Path=/page; Max-Age=0'), ...words);
    await refrain(folder, set('foreign=x; Domain=b.example'), ...words);
    await refrain(folder, set('next=y; Path=/; HttpOnly; Expires=Fri, 01 Jan 2100 00:00:00 GMT'), ...words);
    assert.equal(cookiesSent().slice(-1), ['empty=,next=y,session=new']);
    const last = kept.filter((line) => !/deep|session/.test(line));
    assert.equal(
      linesOf(jar),
      [
        ...last,
        '127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tnew',
        '#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t4102444800\tnext\ty',
      ].sort(),
    );
  }),
);

test(
  'a missing file of cookies is created, and cookies are sent to no other host',
  withFolder({}, async (folder) => {
    const cookieJar = join(folder, 'jar');
    await ask(`${HOST}/set/sid=secret;Path=%2F`, { cookies: [cookieJar] });
    await ask(`${HOST}/to/http://localhost:${other.port}/`, { cookies: [cookieJar] });
    assert.is(own.requests[2]?.headers.cookie, 'sid=secret');
    assert.is(other.requests[0]?.headers.cookie, undefined);
    // A page of another site neither sends nor sets cookies.
    await ask(`${HOST}/set/sid=other;Path=%2F`, { cookies: [cookieJar] }, 'https://evil.example/');
    assert.is(own.requests[3]?.headers.cookie, undefined);
    assert.equal(linesOf(cookieJar), ['127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\tsecret']);
  }),
);

test(
  'cookies and storage of a browser',
  withFolder({}, async (folder) => {
    const storageState = join(folder, 'state.json');
    const rest = { path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' };
    const cookies = [
      { name: 'sid', value: 'one', domain: '127.0.0.1', ...rest },
      { name: 'seen', value: 'two', domain: '127.0.0.1', ...rest, httpOnly: false, expires: 4102444800 },
      { name: 'other', value: 'three', domain: '.a.example', ...rest, httpOnly: false },
    ];
    const origins = [HOST, 'https://a.example'].map((origin) => ({
      origin,
      localStorage: [{ name: 'key', value: 'four' }],
    }));
    writeFileSync(storageState, JSON.stringify({ cookies, origins }));
    await ask(`${HOST}/page`, { cookies: [storageState] });
    assert.is(own.requests[0]?.headers.cookie, 'sid=one; seen=two');
    const identity = await openIdentity({ headers: [], cookies: [storageState] });
    const state = identity?.browserState([`${HOST}/`]);
    assert.equal(state?.cookies, [cookies[1]]);
    assert.equal(state?.origins, [origins[0]]);
  }),
);

/** A proxy that requires a password, and connects all names to one port. */
async function listenAsProxy(password: string) {
  const requests: string[] = [];
  const token = `Basic ${Buffer.from(password).toString('base64')}`;
  const isKnown = (headers: IncomingHttpHeaders, what: string): boolean => {
    requests.push(`${what} ${headers['proxy-authorization'] === token}`);
    return headers['proxy-authorization'] === token;
  };
  const server = createServer(({ headers: sent, url = '' }, response) => {
    if (isKnown(sent, url)) response.writeHead(200, { 'content-type': 'text/html' }).end(page('Told by a proxy.'));
    else response.writeHead(407).end();
  });
  server.on('connect', ({ headers: sent, url = '' }, socket) => {
    if (!isKnown(sent, `CONNECT ${url}`)) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const to = connect(own.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(to).pipe(socket);
    });
    for (const end of [socket, to]) end.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  proxies.push(server);
  return { requests, address: `http://${password}@127.0.0.1:${port}` };
}

test('only a proxy gets requests and its password', async () => {
  const proxy = await listenAsProxy('me:secret');
  const { stdout, code, stderr } = await refrain(
    '.',
    'http://site.example/page',
    '--proxy',
    proxy.address,
    '--print',
    'url',
  );
  assert.is(code, 0, stderr);
  assert.is(stdout.trim(), 'http://site.example/page');
  // For an https URL, the proxy sees only the host. This one does not speak TLS.
  const safe = await refrain('.', 'https://site.example/page', '--proxy', proxy.address);
  assert.is(safe.code, 1);
  assert.equal(proxy.requests, ['http://site.example/page true', 'CONNECT site.example:443 true']);
  assert.equal(own.requests, []);
  // Private hosts are still refused.
  for (const host of ['127.0.0.1', '[::1]', 'localhost', 'a.localhost.']) {
    const written = await refrain('.', `http://${host}:1/`, '--proxy', proxy.address);
    assert.match(written.stderr, 'ADDRESS_REFUSED');
  }
  for (const scheme of ['http', 'https']) {
    const wrong = await refrain(
      '.',
      `${scheme}://site.example/page`,
      '--proxy',
      proxy.address.replace('secret', 'hidden'),
    );
    assert.match(wrong.stderr, 'the proxy answers with status 407 (PROXY_REFUSED)', wrong.stderr);
    assert.not.match(wrong.stderr, 'hidden');
  }
});

test('a request can be aborted while a proxy does not answer', async () => {
  const ending = new AbortController();
  const mute = createServer().on('connect', () => ending.abort(new Error('given up')));
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  proxies.push(mute);
  const proxy = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`;
  const identity = await openIdentity({ headers: [], proxy });
  const options = { maxBytes: 1000, allowPrivate: false, signal: ending.signal, identity };
  await get('https://site.example/', options).then(
    () => assert.unreachable(),
    ({ message }: Error) => assert.is(message, 'given up'),
  );
});

test('a user name without a password is sent to a proxy', async () => {
  const proxy = await listenAsProxy('key:');
  const { code, stderr } = await refrain('.', 'http://site.example/page', '--proxy', proxy.address, '-q');
  assert.is(code, 0, stderr);
});

test('the environment names proxies, and hosts that need none', async () => {
  const proxy = await listenAsProxy('me:secret');
  const before = { ...process.env };
  Object.assign(process.env, { HTTP_PROXY: proxy.address, NO_PROXY: '127.0.0.1,.direct.example' });
  try {
    const words = ['http://site.example/page', `${HOST}/page`, 'http://x.direct.example/', '--allow-private'];
    const { code, stdout, stderr } = await outcome(start('.', [...words, '--print', 'url']));
    assert.is(code, 1);
    assert.equal(stdout.trim().split('\n').sort(), [`${HOST}/page`, 'http://site.example/page'].sort());
    assert.match(stderr, /x\.direct\.example\/: .*\(E\w+\)/);
  } finally {
    // A copy would not be the environment of this process.
    for (const name of ['HTTP_PROXY', 'NO_PROXY']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
  assert.equal(proxy.requests, ['http://site.example/page true']);
  assert.equal(
    own.requests.map(({ url }) => url),
    ['/page'],
  );
});

test.run();
