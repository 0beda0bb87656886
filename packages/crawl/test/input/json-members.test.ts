/** Members of JSON, compared with what `JSON.parse` says: what it refuses, and the last of the members of a name. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seeded } from '../../../../test/support/random.ts';
import { isString, membersOf, textAt, valueAt } from '../../src/input/json-members.ts';

const NAMES: ReadonlySet<string> = new Set(['url', 'html', 'a']);

/** The members as text; containers without what is in them. */
function found(json: string): unknown {
  const bytes = new TextEncoder().encode(json);
  const members = membersOf(bytes, 0, NAMES);
  if (members === undefined) return 'no object';
  return Object.fromEntries([...members].map(([name, range]) => [name, valueAt(bytes, range)]));
}

function expected(json: string): unknown {
  const value = JSON.parse(json) as object | null;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'no object';
  const shallow = (member: unknown): unknown => {
    if (Array.isArray(member)) return [];
    return typeof member === 'object' && member !== null ? {} : member;
  };
  const own = Object.entries(value).filter(([name]) => NAMES.has(name));
  return Object.fromEntries(own.map(([name, member]) => [name, shallow(member)]));
}

const outcome = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    assert.instance(error, SyntaxError);
    return 'refused';
  }
};

const expectSame = (json: string): void =>
  assert.equal(
    outcome(() => found(json)),
    outcome(() => expected(json)),
    json,
  );

test('every form of a value', () => {
  const values = [
    ...['0', '-0', '-', '01', '1.', '.5', '1.5e+3', '1e', '1E-2', '1e5x', '+1', '--1', '1.5.5', 'NaN', 'Infinity'],
    ...['true', 'false', 'null', 'True', 'nul', 'nulll', '"x', '"\\', '"\\u12', '"\\u12g4"', '"\\x"', "'x'", '"\t"'],
    ...[
      '"\\""',
      '"\\\\"',
      '"\\u00e9\\/\\b"',
      '"é漢😀"',
      '"\u007f\u2028"',
      '[]',
      '[ ]',
      '[1,]',
      '[,1]',
      '[1 2]',
      '[1,2',
    ],
    ...['{}', '{ }', '{"a":1,}', '{"a"}', '{"a":}', '{a:1}', '{1:1}', '[{"a":[{}]}, [[]]]', '[}', '{]', '[[]', '[]]'],
    ...['', ' ', '//', '1 /**/', '\u00a01', '[1,\u00a02]', '"\0"', '1\0', '\v1', '\ufeff1'],
  ];
  for (const value of values) {
    expectSame(value);
    for (const name of ['url', 'other']) {
      expectSame(`{"${name}":${value}}`);
      expectSame(` { "${name}" :\t${value} , "html" : "x"\r} `);
      expectSame(`{"${name}":${value},"url":"last"}`);
      expectSame(`{"${name}":[${value},{"url":${value}}]}`);
    }
  }
});

test('names may be escaped, and the last one counts', () => {
  for (const json of [
    '{"\\u0075rl":"x"}',
    '{"\\u0068\\u0074\\u006D\\u006c":"x","html":"y"}',
    '{"html":"y","\\u0068tml":"x"}',
    '{"url":"x","url":null}',
    '{"url":[1],"url":"x"}',
    '{"ur\\l":1}',
    '{"\\"url":1,"url\\u0000":2}',
    '{"__proto__":{"url":"x"},"constructor":1}',
    `{"${'u'.repeat(1000)}":1,"":2}`,
  ])
    expectSame(json);
});

const PIECES = [
  ...['{', '}', '[', ']', ',', ':', '"', '\\', ' ', '\n', '0', '1', '-', '.', 'e', 'E', '+', 'true', 'null', 'x', '\t'],
  ...['"url"', '"html":', '"a"', '""', '"\\n"', '"\\u00e9"', '"😀"', '{}', '[]', ',"url":1', '[[', ']]', '{"a":', '\0'],
];

test('random JSON, and the same with pieces that are put in, left out or changed', () => {
  const random = seeded(7);
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const value = (depth: number): unknown => {
    const kind = random.below(depth > 4 ? 4 : 6);
    if (kind < 4) return pick(['x', 'é"\\\n', '😀\ud800', 0, -1.5e-7, 1e30, true, null, '']);
    const length = random.below(4);
    if (kind === 4) return Array.from({ length }, () => value(depth + 1));
    return Object.fromEntries(
      Array.from({ length }, () => [pick(['url', 'html', 'a', 'b', '\u00e9']), value(depth + 1)]),
    );
  };
  for (let round = 0; round < 20_000; round += 1) {
    let json = JSON.stringify(value(0), undefined, random.below(3));
    expectSame(json);
    for (let edits = random.below(3); edits >= 0; edits -= 1) {
      const [from, length] = [random.below(json.length + 1), random.below(3)];
      json = json.slice(0, from) + pick(PIECES) + json.slice(from + length);
    }
    expectSame(json.toWellFormed());
  }
});

test('the text of a string as UTF-8', () => {
  const random = seeded(3);
  const units = ['x', 'é', '漢', '😀', '\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t', '\\u0000', '\\u0041'];
  const codes = ['\\u00e9', '\\u6f22', '\\ud83d', '\\uDE00', '\\ud83d\\ude00', '\\uD83D\\ud83d\\ude00', '\\ud83dx'];
  const all = [...units, ...codes];
  for (let round = 0; round < 5000; round += 1) {
    const text = Array.from({ length: random.below(9) }, () => all[random.below(all.length)]).join('');
    const bytes = new TextEncoder().encode(`"${text}"`);
    const range = { from: 0, to: bytes.length };
    assert.ok(isString(bytes, range));
    assert.equal(textAt(bytes, range), new TextEncoder().encode(JSON.parse(`"${text}"`) as string), text);
  }
});

test.run();
