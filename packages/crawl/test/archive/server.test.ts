import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ARCHIVE_FILE,
  type ArchiveCapture,
  type ArchiveFault,
  type ArchiveServer,
  type BuiltArchives,
  buildArchives,
  mixedSites,
  serveArchives,
} from '../../../../test/support/archives.ts';
import { codeOf } from '../../src/errors.ts';
import { readFromServer, readIndex } from './reading.ts';

/** Runs a test with archives on a server. */
const served =
  (
    captures: readonly ArchiveCapture[],
    fault: ArchiveFault | undefined,
    run: (built: BuiltArchives, server: ArchiveServer) => Promise<void>,
  ) =>
  async (): Promise<void> => {
    const built = buildArchives(captures);
    const server = await serveArchives(built.files, fault);
    try {
      await run(built, server);
    } finally {
      await server.close();
    }
  };

/** Every record is in a separate file, so that no read covers several records. */
const apart = (count: number): ArchiveCapture[] =>
  Array.from({ length: count }, (_, at) => {
    const name = String(at).padStart(3, '0');
    return { url: `https://a.example/${name}`, file: `${name}.warc.gz` };
  });

test(
  'adjacent records are read together, and no other bytes',
  served(mixedSites(5, 40), undefined, async ({ cdxj, bytes }, server) => {
    const { urls, failures } = await readIndex(cdxj, { archives: server.url });
    assert.equal([urls.length, failures, server.requests.length, server.sent], [200, [], 1, bytes]);
    assert.equal(urls, [...urls].sort());
  }),
);

test(
  'small gaps between records are read with them, and large ones are not',
  served(mixedSites(1, 400), undefined, async ({ cdxj, bytes }, server) => {
    const lines = cdxj.split('\n').filter((_, at) => at % 50 !== 7 && !(at > 100 && at < 180));
    const { urls } = await readIndex(lines.join('\n'), { archives: server.url });
    assert.is(urls.length, 315);
    assert.is(server.requests.length, 3);
    const wanted = (bytes * 315) / 400;
    assert.ok(server.sent > wanted && server.sent < 1.05 * wanted, `${server.sent} bytes for ${wanted}`);
  }),
);

test('up to 16 ranges are requested at the same time, and pages have the order of the index', () => {
  /** Requests are held until there are 16, then answered in reverse order. */
  const held: (() => void)[] = [];
  const fault: ArchiveFault = ({ at }) =>
    at < 16 &&
    new Promise((resolve) => {
      held.unshift(() => resolve(false));
      if (held.length === 16) for (const answer of held) answer();
    });
  return served(apart(100), fault, async ({ cdxj }, server) => {
    const { urls, failures } = await readIndex(cdxj, { archives: server.url.replace(/\/$/, '') });
    assert.equal([urls.length, failures, server.most], [100, [], 16]);
    assert.equal(urls, [...urls].sort());
  })();
});

test(
  'names of archives are encoded in URLs',
  served([{ url: 'https://a.example/', file: 'x y/100%#?.warc.gz' }], undefined, async ({ cdxj }, server) => {
    assert.is((await readIndex(cdxj, { archives: server.url })).urls.length, 1);
  }),
);

for (const [what, fault] of [
  ['is cut', (response) => response.socket?.destroy()],
  [
    'is cut in its body',
    (response) => response.writeHead(206, { 'content-length': 99 }).write('x', () => response.destroy()),
  ],
  ['has status 500', (response) => response.writeHead(500).end()],
  ['has status 503 and no time', (response) => response.writeHead(503).end('x'.repeat(100_000))],
  [
    'has status 429 and a date',
    (response) => response.writeHead(429, { 'retry-after': new Date().toUTCString() }).end(),
  ],
] as const satisfies readonly (readonly [string, (response: Parameters<ArchiveFault>[1]) => unknown])[]) {
  const isFirst = new Set<string>();
  test(
    `a range is requested again if an answer ${what}`,
    served(
      apart(20),
      ({ path, at }, response) => {
        if (at % 3 > 0 || isFirst.has(path)) return false;
        isFirst.add(path);
        fault(response);
        return true;
      },
      async ({ cdxj }, server) => {
        const { urls, failures } = await readFromServer(cdxj, server.url, { attempts: 9 });
        assert.equal([urls.length, failures], [20, []]);
        assert.ok(server.requests.length > 20);
      },
    ),
  );
}

test(
  'a server that requests a delay gets it, and then fewer concurrent requests',
  served(
    apart(60),
    async ({ at }, response) => {
      // Delays answers, so that all concurrent requests are open at the same time.
      await pause(50);
      if (at >= 16) return false;
      response.writeHead(503, { 'retry-after': '1' }).end();
      return true;
    },
    async ({ cdxj }, server) => {
      const { urls, failures } = await readFromServer(cdxj, server.url);
      assert.equal([urls.length, failures], [60, []]);
      const [last, next] = server.requests.slice(15);
      assert.ok((next?.time ?? 0) - (last?.time ?? 0) > 900);
      const most = (from: number, to: number): number =>
        Math.max(...server.requests.slice(from, to).map(({ open }) => open));
      assert.equal([most(0, 16), most(16, 24)], [16, 8]);
    },
  ),
);

/** This range is requested before most of the others. */
const BAD = '002.warc.gz';

const faults: readonly (readonly [
  what: string,
  code: string,
  fault: (response: Parameters<ArchiveFault>[1]) => unknown,
])[] = [
  ['the whole archive', 'RANGE_WRONG', (response) => response.writeHead(200).end('x'.repeat(1000))],
  ['the whole of a large archive', 'RANGE_WRONG', (response) => response.writeHead(200).end('x'.repeat(1_000_000))],
  [
    'another place',
    'RANGE_WRONG',
    (response) => response.writeHead(206, { 'content-range': 'bytes 1-10/99' }).end('x'),
  ],
  ['no place', 'RANGE_WRONG', (response) => response.writeHead(206).end('x')],
  ['more', 'RANGE_WRONG', (response) => response.writeHead(206, { 'content-range': 'bytes 0-9999/*' }).end('x')],
  [
    'fewer bytes than it says',
    'RANGE_WRONG',
    (response) => response.writeHead(206, { 'content-range': 'bytes 0-9/*' }).end('x'),
  ],
  [
    'an encoding',
    'RANGE_WRONG',
    (response) =>
      response.writeHead(206, { 'content-range': 'bytes 0-9/*', 'content-encoding': 'gzip' }).end(gzipSync('x')),
  ],
  [
    'an archive that ends',
    'ARCHIVE_UNREADABLE',
    (response) => response.writeHead(206, { 'content-range': 'bytes 0-9/10' }).end('0123456789'),
  ],
  ['status 404', 'ARCHIVE_UNREADABLE', (response) => response.writeHead(404).end()],
  ['status 416', 'ARCHIVE_UNREADABLE', (response) => response.writeHead(416).end()],
  ['status 500 always', 'ARCHIVE_UNREADABLE', (response) => response.writeHead(500).end()],
  [
    'more time than there is',
    'ARCHIVE_UNREADABLE',
    (response) => response.writeHead(503, { 'retry-after': '9999' }).end(),
  ],
];

for (const [what, code, fault] of faults)
  test(
    `a page fails if the server sends ${what}, and the others are read`,
    served(
      apart(40),
      ({ path }, response) => {
        if (path === BAD) fault(response);
        return path === BAD;
      },
      async ({ cdxj }, server) => {
        const { urls, failures, errors } = await readFromServer(cdxj, server.url);
        assert.equal(failures, [`${BAD}:0 ${code}`], errors.join());
        assert.is(urls.length, 39);
      },
    ),
  );

test('a server that is down ends the reading, and no later page counts as read', async () => {
  const { cdxj } = buildArchives(apart(3));
  const server = await serveArchives({});
  await server.close();
  const { urls, failures, end } = await readFromServer(cdxj, server.url);
  assert.equal([urls, failures, codeOf(end)], [[], [], 'ARCHIVES_DOWN']);
  assert.match(
    end?.message ?? '',
    /^http:\/\/127\.0\.0\.1:\d+\/: connect ECONNREFUSED .*, 3 times; reading ends here$/,
  );
});

test('a server that goes down: pages before are complete, in order', async () => {
  const { cdxj, files } = buildArchives(apart(200));
  const server = await serveArchives(files, ({ at }, response) => {
    if (at < 100) return false;
    response.socket?.destroy();
    return true;
  });
  const { urls, failures, end } = await readFromServer(cdxj, server.url);
  assert.equal([failures, codeOf(end)], [[], 'ARCHIVES_DOWN']);
  assert.ok(urls.length > 50 && urls.length <= 100);
  assert.equal(
    urls,
    apart(urls.length).map(({ url }) => url),
  );
  await server.close();
});

test(
  'a signal ends the reading of a server that does not answer',
  served(
    apart(40),
    () => true,
    async ({ cdxj }, server) => {
      const ending = new AbortController();
      const reading = readFromServer(cdxj, server.url, {}, { signal: ending.signal });
      while (server.requests.length < 16) await new Promise((resolve) => setTimeout(resolve, 5));
      ending.abort();
      const { urls, end } = await reading;
      assert.equal([urls, end?.name], [[], 'AbortError']);
    },
  ),
);

test(
  'a damaged member of a range is a failure, and its neighbours are pages',
  served(mixedSites(1, 3), undefined, async ({ cdxj, files }, server) => {
    const file = files[ARCHIVE_FILE] ?? Buffer.alloc(0);
    file.fill(0, file.length / 2, file.length / 2 + 20);
    const { urls, failures } = await readIndex(cdxj, { archives: server.url });
    assert.equal(urls, ['https://s0.example/000', 'https://s0.example/002']);
    assert.match(failures.join(), /INPUT_DAMAGED$/);
    assert.is(server.requests.length, 1);
  }),
);

test.run();
