/** Bundles and runs the example on workerd. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';

const ENTRY = fileURLToPath(new URL('../../examples/durable-object/worker.ts', import.meta.url));

/** Bundles the worker into one file with `core.wasm` and `model.bin` next to it. Returns the folder. */
export async function bundle(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-edge-'));
  await build({
    entryPoints: [ENTRY],
    outdir: folder,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['workerd', 'worker', 'browser'],
    loader: { '.wasm': 'copy', '.bin': 'copy' },
    logLevel: 'warning',
  });
  return folder;
}

const TYPES = [
  ['.js', 'ESModule'],
  ['.wasm', 'CompiledWasm'],
  ['.bin', 'Data'],
] as const;

/** The answer of a worker. */
export interface Answer {
  readonly status: number;
  readonly bytes: Uint8Array;
  /** The properties that the checks read. Not every answer has all of them. */
  readonly json: {
    readonly page: number;
    readonly pages: number;
    readonly counted: boolean;
    readonly title: string;
    readonly code: string;
  };
}

/** A running worker whose state is in a folder. */
export interface Edge {
  call(method: string, path: string, body?: string | Uint8Array, headers?: Record<string, string>): Promise<Answer>;
  stop(): Promise<void>;
}

export async function start(code: string, state: string): Promise<Edge> {
  const modules = readdirSync(code)
    .flatMap((name) =>
      TYPES.filter(([end]) => name.endsWith(end)).map(([, type]) => ({ type, path: join(code, name) })),
    )
    .sort((a, b) => Number(b.type === 'ESModule') - Number(a.type === 'ESModule'));
  const miniflare = new Miniflare({
    modules,
    modulesRoot: code,
    compatibilityDate: '2025-11-01',
    durableObjects: { SITES: { className: 'Site', useSQLite: true } },
    durableObjectsPersist: state,
  });
  await miniflare.ready;
  let stopped: Promise<void> | undefined;
  return {
    async call(method, path, body, headers = {}) {
      const response = await miniflare.dispatchFetch(`http://edge${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return { status: response.status, bytes, json: isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined };
    },
    stop() {
      stopped ??= miniflare.dispose();
      return stopped;
    },
  };
}

/** Runs a check with temporary folders for the bundle and the state. */
export async function withEdge(use: (start: () => Promise<Edge>) => Promise<void>): Promise<void> {
  const code = await bundle();
  const state = mkdtempSync(join(tmpdir(), 'refrain-edge-state-'));
  const started: Edge[] = [];
  try {
    await use(async () => {
      const edge = await start(code, state);
      started.push(edge);
      return edge;
    });
  } finally {
    await Promise.all(started.map((edge) => edge.stop()));
    for (const folder of [code, state]) rmSync(folder, { recursive: true, force: true });
  }
}
