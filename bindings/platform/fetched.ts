import { UsageError } from '../errors.ts';

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
