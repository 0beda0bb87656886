/** A proxy that answers for all hosts, and records what each received. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSafeServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RecordedRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answers = (sent: RecordedRequest, response: ServerResponse) => void;

export interface RecordingProxy {
  /** Without a password. */
  readonly address: string;
  readonly sent: RecordedRequest[];
  /** Passwords that the proxy received. */
  readonly tokens: Set<string | undefined>;
  /** File of the certificate of the hosts. */
  readonly certificate: string;
  close(): void;
}

const [KEY, CERTIFICATE] = ['key.pem', 'certificate.pem'];

function makeCertificate(folder: string, hosts: readonly string[]): void {
  const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test -addext';
  const names = `subjectAltName=${hosts.map((host) => `DNS:${host}`).join()}`;
  const files = ['-keyout', join(folder, KEY), '-out', join(folder, CERTIFICATE)];
  execFileSync('openssl', [...words.split(' '), names, ...files], { stdio: 'ignore' });
}

/** `hosts`: those with TLS. */
export async function recordingProxy(
  answers: Answers,
  hosts: readonly string[] = ['own.example', 'other.example'],
): Promise<RecordingProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-proxy-'));
  makeCertificate(folder, hosts);
  const sent: RecordedRequest[] = [];
  const tokens = new Set<string | undefined>();
  const record =
    (base: (host: string) => string): RequestListener =>
    async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { 'proxy-authorization': token, 'proxy-connection': _, ...headers } = request.headers;
      if (base('') === 'http://') tokens.add(token);
      else if (token !== undefined) throw new Error('a host was sent the password of the proxy');
      const url = new URL(request.url ?? '', base(headers.host ?? 'none.example'));
      const one = { url, method: request.method ?? '', headers, body };
      sent.push(one);
      answers(one, response);
    };
  const safe = createSafeServer(
    { key: readFileSync(join(folder, KEY)), cert: readFileSync(join(folder, CERTIFICATE)) },
    record((host) => `https://${host}`),
  );
  const server = createServer(record((host) => `http://${host}`));
  server.on('connect', ({ headers }, socket) => {
    tokens.add(headers['proxy-authorization']);
    const to = connect((safe.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(to).pipe(socket);
    });
    for (const end of [socket, to]) end.on('error', () => undefined);
  });
  for (const each of [server, safe]) await new Promise<void>((done) => void each.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ sent, tokens, certificate: join(folder, CERTIFICATE) },
    close() {
      for (const each of [server, safe]) {
        each.close();
        each.closeAllConnections();
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
