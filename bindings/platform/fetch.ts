/** The files of the package: fetched, and read once. */
import { UsageError } from '../errors.ts';

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
  const response = await fetch(url).catch((cause: unknown) => {
    throw new UsageError('CORE_FAILED', `${url.href} cannot be fetched`, { cause });
  });
  if (!response.ok) throw new UsageError('CORE_FAILED', `${url.href}: ${response.status} ${response.statusText}`);
  return response;
}

/** Compiles a module while it arrives, or afterwards if its server sends another content type. */
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
