/** Values of wrong kinds for every argument of a public function: each call throws a `RefrainError`, or succeeds. */
import { RefrainError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const throwing = (target: object): object =>
  new Proxy(target, {
    get: () => {
      throw new TypeError('from a proxy');
    },
    ownKeys: () => {
      throw new TypeError('from a proxy');
    },
    has: () => {
      throw new TypeError('from a proxy');
    },
    getOwnPropertyDescriptor: () => {
      throw new TypeError('from a proxy');
    },
  });

export const detachedArray = (): Uint8Array => {
  const bytes = new Uint8Array(100);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
};

/** A view of the end of a buffer that shrank below it. */
export const shrunkArray = (): Uint8Array => {
  const buffer = new (ArrayBuffer as unknown as new (size: number, options: object) => ArrayBuffer)(100, {
    maxByteLength: 100,
  });
  const bytes = new Uint8Array(buffer, 50, 50);
  (buffer as unknown as { resize(size: number): void }).resize(10);
  return bytes;
};

const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

const WRONG: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  undefined: () => undefined,
  'a number': () => 7,
  NaN: () => Number.NaN,
  Infinity: () => Number.POSITIVE_INFINITY,
  'a big integer': () => 7n,
  'a symbol': () => Symbol('s'),
  'a boolean': () => true,
  'a string': () => 'x',
  'an empty string': () => '',
  'a function': () => () => {},
  'an array': () => [1, null, Symbol('s')],
  'a sparse array': () => new Array(3),
  'a map': () => new Map(),
  bytes: () => new Uint8Array(3),
  'an empty object': () => ({}),
  'an object without a prototype': () => Object.create(null) as unknown,
  'a date': () => new Date(0),
  'an object of lists of symbols': () => ({ parents: [Symbol('s')], scores: [Symbol('s')] }),
  'an object of big integers': () => ({ parents: [0n], scores: [1n], id: 1n, separators: [1n], model: 1n, wasm: 1n }),
  'a circular object': () => {
    const circle: Record<string, unknown> = {};
    circle['circle'] = circle;
    return circle;
  },
  'a detached array': detachedArray,
  'an array of a buffer that shrank': shrunkArray,
  'an array of shared memory': () => new Uint8Array(new SharedArrayBuffer(10)),
  'an array buffer': () => new ArrayBuffer(8),
  'a view of words': () => new Uint16Array(4),
  'a proxy of bytes': () => new Proxy(new Uint8Array(4), {}),
  'a proxy that throws': () => throwing({}),
  'a proxy of a list that throws': () => throwing([]),
  'a proxy of bytes that throws': () => throwing(new Uint8Array(4)),
  'a revoked proxy': revoked,
  'an object whose getters throw': () =>
    Object.defineProperty({}, 'id', {
      enumerable: true,
      get: () => {
        throw new TypeError('from a getter');
      },
    }),
  'an array of text nodes': () => ({ nodeType: 9, childNodes: [{ nodeType: 3 }, null, 7] }),
  'a tree of nothing': () => ({ type: 'root', children: [null, undefined, 3] }),
};

type Call = (...values: never[]) => unknown;

export type Calls = Readonly<Record<string, readonly [Call, readonly unknown[]]>>;

/** A test for each function. `isTyped`: true if callers know an error by its code. */
export function testWrongValues(
  calls: Calls,
  isTyped = (error: unknown): boolean => error instanceof RefrainError,
): void {
  for (const [name, [run, right]] of Object.entries(calls)) {
    test(`${name}: wrong values cause typed errors`, async () => {
      for (let at = 0; at < right.length; at += 1) {
        for (const [kind, make] of Object.entries(WRONG)) {
          const values = right.map((value, index) => (index === at ? make() : value)) as never[];
          try {
            await run(...values);
          } catch (error) {
            // A stream may throw anything, and a chunk is awaited as a part of it.
            if (name.includes('learnStream') && kind.includes('proxy')) continue;
            assert.ok(isTyped(error), `argument ${at + 1}, ${kind}: ${String(error)}`);
            const { code } = error as RefrainError;
            if (!/wasm|create|restore/.test(name)) assert.is.not(code, 'CORE_FAILED', kind);
          }
        }
      }
    });
  }
}
