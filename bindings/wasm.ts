/** WebAssembly modules and other files of a package: fetched, read once, instantiated. */
import { instantiate, instantiateSync } from '@assemblyscript/loader';
import { UsageError } from './errors.ts';

/** The module in a form that the platform can instantiate. */
export type CoreModule = WebAssembly.Module | BufferSource;

/** Calls `make` once and keeps its result. After a failure the next call tries again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

async function fetchFile(url: URL): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw new UsageError('CORE_FAILED', `${url.href} cannot be fetched`, { cause });
  }
  if (!response.ok) throw new UsageError('CORE_FAILED', `${url.href}: ${response.status} ${response.statusText}`);
  return response;
}

/** Compiles a module while it arrives, or afterwards where its server gives it another content type. */
export async function fetchModule(url: URL): Promise<WebAssembly.Module> {
  const response = await fetchFile(url);
  if (response.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(response);
  try {
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (cause) {
    throw new UsageError('CORE_FAILED', `${url.href} is not a WebAssembly module`, { cause });
  }
}

export const fetchBytes = async (url: URL): Promise<Uint8Array> =>
  new Uint8Array(await (await fetchFile(url)).arrayBuffer());

/**
 * Main threads of browsers do not instantiate large modules at once. Elsewhere that is faster: the other way asks for the global
 * `Response`, and Node needs 30 ms to load it.
 */
const make = typeof document === 'undefined' ? instantiateSync : instantiate;

/**
 * A new instance of a module.
 *
 * @throws {UsageError} `CORE_FAILED` where the module cannot be compiled or instantiated
 */
export async function load<Instance extends Record<string, unknown>>(
  compile: () => CoreModule | Promise<CoreModule>,
  imports: Record<string, Record<string, unknown>> = {},
): Promise<Instance> {
  let advice = '; where a bundler copies no .wasm file, import refrain/inline';
  try {
    const module = await compile();
    advice = '';
    const { exports } = await make<Instance>(module, imports);
    return exports;
  } catch (cause) {
    throw new UsageError('CORE_FAILED', `the module cannot be loaded: ${String(cause)}${advice}`, { cause });
  }
}
