/** The lock of a store, and processes that write to one store without finding each other's lock. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { checkStore, Sites } from '@refrain/crawl';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { samplePage } from '../../../../test/support/crawl.ts';
import { testSize } from '../../../../test/support/effort.ts';
import { rejectedCode } from '../../../../test/support/errors.ts';
import { withFolder } from '../../../../test/support/folder.ts';
import { inNamespace } from '../../../../test/support/namespace.ts';
import { seededRandom } from '../../../../test/support/random.ts';
import { isLock, lock } from '../../src/store/folder/lock.ts';

const locksIn = (folder: string): string[] => readdirSync(folder).filter(isLock);

const SEED = 20_261_129;
const LONG = 'a folder with a long name '.repeat(6);

/** Linux only: `/proc` does not accept sockets, so the lock is in the temporary folder. */
const folders = (folder: string): string[] => [folder, join(folder, LONG), '/proc/self'];

test(
  'of several calls that find the lock of a killed process, one gets the lock; also in a folder without sockets',
  withFolder({}, async (parent) => {
    if (process.platform !== 'linux') return;
    mkdirSync(join(parent, LONG));
    const listening = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
    for (const folder of folders(parent)) {
      if (folder === parent) spawnSync(process.execPath, ['-e', listening, join(folder, 'LOCK.killed')]);
      if (folder === parent) assert.equal(locksIn(folder), ['LOCK.killed']);
      const calls = await Promise.allSettled([0, 1, 2, 3].map(() => lock(folder)));
      const codes = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason.code] : []));
      assert.equal(codes, Array(3).fill('STORE_LOCKED'), folder);
      assert.is(locksIn(folder).length, folder === '/proc/self' ? 0 : 1);
      for (const call of calls) if (call.status === 'fulfilled') call.value();
      assert.equal(locksIn(folder), []);
      (await lock(folder))();
    }
    const { dev, ino } = statSync('/proc/self', { bigint: true });
    assert.not.ok(readdirSync(tmpdir()).some((name) => name.startsWith(`refrain-${dev}-${ino}.`)));
  }),
);

/** Learns the sites, prints each that is committed, and waits for its turn while the store is locked. */
const PROCESS = `
  import { Sites } from '@refrain/crawl';
  const [location, name] = process.argv.slice(1);
  const pause = () => new Promise((resume) => setTimeout(resume, 5));
  const open = () => Sites.open({ location }).catch((error) => {
    if (error.code !== 'STORE_LOCKED') throw error;
    return pause().then(open);
  });
  process.stdout.write('begun\\n');
  const sites = await open();
  for (let at = 0; at < 20; at += 1) {
    await sites.learn('https://' + name + '-' + at + '.example/', '<p>A page of ' + name);
    await sites.flush();
    process.stdout.write(name + '-' + at + '.example\\n');
    await pause();
  }
  await sites.close();`;

function begin(location: string, name: string, committed: Set<string>): ChildProcess {
  const [program = '', ...words] = [
    ...inNamespace,
    process.execPath,
    '--input-type=module',
    '-e',
    PROCESS,
    location,
    name,
  ];
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    for (const site of text.split('\n')) if (site.endsWith('.example')) committed.add(site);
  });
  return child;
}

async function sitesOf(location: string): Promise<Set<string>> {
  const names = new Set<string>();
  const sites = await Sites.open({ location });
  for await (const { site } of sites.list()) names.add(site);
  await sites.close();
  return names;
}

test(
  'of two processes in two network namespaces one writes at a time; after kills, no committed site is lost',
  withFolder({}, async (folder) => {
    const location = join(folder, 'store');
    const random = seededRandom(SEED);
    const committed = new Set<string>();
    for (let round = 0; round < testSize(3, 10); round += 1) {
      const children = ['a', 'b', 'c'].map((name) => begin(location, `${name}${round}`, committed));
      const ends = children.map((child) => once(child, 'close'));
      await Promise.all(children.map((child) => once(child.stdout ?? child, 'data')));
      // One process is killed, and another one goes on at once.
      await setTimeout(random.below(200));
      children[random.below(3)]?.kill('SIGKILL');
      for (const [code, signal] of await Promise.all(ends)) assert.ok(code === 0 || signal === 'SIGKILL', code);
      const { isWhole, problems } = await checkStore(location);
      assert.ok(isWhole, JSON.stringify(problems));
      const found = await sitesOf(location);
      assert.equal(
        [...committed].filter((site) => !found.has(site)),
        [],
      );
    }
    assert.ok(committed.size >= 2 * 20 * testSize(3, 10), `${committed.size}`);
    assert.equal(locksIn(location), []);
  }),
);

const learn = async (sites: Sites, name: string, page: number): Promise<void> => {
  await sites.learn(`https://${name}.example/${page}`, samplePage(0, page).html);
  await sites.flush();
};

test(
  'of two processes that do not find the lock of the other, as on two machines, the second writer is refused',
  withFolder({}, async (folder) => {
    const random = seededRandom(SEED);
    for (let round = 0; round < testSize(10, 100); round += 1) {
      const location = join(folder, String(round));
      const committed: string[] = [];
      const before = await Sites.open({ location });
      await learn(before, 'before', 0);
      await before.close();
      const open: Sites[] = [];
      for (const _ of [0, 1]) {
        open.push(await Sites.open({ location }));
        for (const name of locksIn(location)) rmSync(join(location, name));
      }
      let refused = 0;
      for (let step = 0; step < 12; step += 1) {
        const steps = open.filter(() => random.below(2) === 1).map((sites) => [sites, open.indexOf(sites)] as const);
        const codes = await Promise.all(
          steps.map(async ([sites, at]) => {
            const name = `${at}-${step}`;
            const code = await rejectedCode(() => learn(sites, name, step));
            if (code === 'no error') committed.push(`${name}.example`);
            return code;
          }),
        );
        assert.ok(
          codes.every((code) => code === 'no error' || code === 'STORE_LOCKED'),
          codes.join(),
        );
        refused += codes.filter((code) => code === 'STORE_LOCKED').length;
      }
      await Promise.allSettled(open.map((sites) => sites.close()));
      const { isWhole, problems } = await checkStore(location);
      assert.ok(isWhole, JSON.stringify(problems));
      const found = await sitesOf(location);
      assert.equal(
        ['before.example', ...committed].filter((site) => !found.has(site)),
        [],
      );
      assert.ok(committed.length > 0 && refused > 0, `${committed.length} committed, ${refused} refused`);
    }
  }),
);

test(
  'a store that another process has changed is not written to',
  withFolder({}, async (folder) => {
    const location = join(folder, 'store');
    const sites = await Sites.open({ location });
    await learn(sites, 'a', 0);
    const state = readFileSync(join(location, 'STORE'));
    writeFileSync(join(location, 'STORE'), `${state.toString().trim()} \n`);
    const names = readdirSync(location);
    assert.is(await rejectedCode(() => learn(sites, 'b', 0)), 'STORE_LOCKED');
    assert.equal(readdirSync(location), names);
    writeFileSync(join(location, 'STORE'), state);
    await sites.close();
    assert.equal(await sitesOf(location), new Set(['a.example', 'b.example']));
  }),
);

for (const [how, copy] of [
  ['hard links', linkSync],
  ['copies of its files', copyFileSync],
] as const)
  test(
    `a store and its copy by ${how} both continue`,
    withFolder({}, async (folder) => {
      const [location, other] = [join(folder, 'store'), join(folder, 'copy')];
      const begun = await Sites.open({ location });
      for (let page = 0; page < 3; page += 1) await learn(begun, 'a', page);
      await begun.close();
      mkdirSync(other);
      for (const name of readdirSync(location)) copy(join(location, name), join(other, name));
      for (const [at, one] of [location, other, location].entries()) {
        const sites = await Sites.open({ location: one });
        for (let page = 0; page < 3; page += 1) await learn(sites, `${at}`, page);
        await sites.close();
      }
      assert.equal(await sitesOf(location), new Set(['0.example', '2.example', 'a.example']));
      assert.equal(await sitesOf(other), new Set(['1.example', 'a.example']));
      for (const one of [location, other]) assert.ok((await checkStore(one)).isWhole);
    }),
  );

test(
  'many processes that write little leave few files',
  withFolder({}, async (location) => {
    for (let at = 0; at < 100; at += 1) {
      const sites = await Sites.open({ location });
      await learn(sites, `s${at % 30}`, at);
      await sites.close();
    }
    const names = readdirSync(location);
    assert.ok(names.length < 70, `${names.length} files`);
    assert.is((await sitesOf(location)).size, 30);
    assert.ok((await checkStore(location)).isWhole);
  }),
);

test.run();
