import { UsageError } from '../errors.ts';

async function fetchFile(url: URL): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw new UsageError('CORE_FAILED', `${url.href} can not be fetched`, { cause });
  }
  if (!response.ok) throw new UsageError('CORE_FAILED', `${url.href}: ${response.status} ${response.statusText}`);
  return response;
}

/** Compiled while it arrives, whatever content type its server gives it. */
export async function fetchModule(url: URL): Promise<WebAssembly.Module> {
  const response = await fetchFile(url);
  if (response.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(response);
  try {
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (cause) {
    throw new UsageError('CORE_FAILED', `${url.href} is no WebAssembly module`, { cause });
  }
}

export const fetchBytes = async (url: URL): Promise<Uint8Array> =>
  new Uint8Array(await (await fetchFile(url)).arrayBuffer());
