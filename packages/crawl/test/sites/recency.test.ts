import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seeded } from '../../../../test/support/random.ts';
import { ByUse } from '../../src/sites/recency.ts';

interface Thing {
  readonly site: string;
  readonly number: number;
  older: Thing | undefined;
  newer: Thing | undefined;
}

const thing = (site: string, number = 0): Thing => ({ site, number, older: undefined, newer: undefined });
const order = (things: ByUse<Thing>): string[] => [...things].map(({ site }) => site);

test('iterates in the order of last use after random additions, uses and deletions', () => {
  const random = seeded(7);
  const things = new ByUse<Thing>();
  let list: string[] = [];
  for (let step = 0; step < 20_000; step += 1) {
    const site = `s${random.below(30)}`;
    const found = things.get(site);
    const rest = list.filter((one) => one !== site);
    switch (random.below(3)) {
      case 0:
        things.add(thing(site));
        list = [...rest, site];
        break;
      case 1:
        if (found !== undefined) things.use(found);
        list = found === undefined ? list : [...rest, site];
        break;
      default:
        things.delete(site);
        list = rest;
    }
    assert.is(things.size, list.length);
    assert.is(things.has(site), list.includes(site));
    if (step % 50 === 0) assert.equal(order(things), list);
  }
});

test('an entry replaces another one with the same site', () => {
  const things = new ByUse<Thing>();
  for (const one of [thing('a', 1), thing('b', 2), thing('a', 3)]) things.add(one);
  assert.is(things.get('a')?.number, 3);
  assert.equal(order(things), ['b', 'a']);
});

test('entries can be deleted during the iteration', () => {
  const things = new ByUse<Thing>();
  for (const site of ['a', 'b', 'c', 'd']) things.add(thing(site));
  for (const { site } of things) if (site !== 'c') things.delete(site);
  assert.equal(order(things), ['c']);
});

test.run();
