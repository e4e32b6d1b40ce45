import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** The site's response to a request for a file. */
export type Answer =
  | {
      readonly kind: 'file';
      readonly bytes: Uint8Array;
      readonly lastModified: string;
      readonly type?: string;
      /** True if the response is compressed although the client did not ask for it. */
      readonly isPacked?: true;
      /** True if the response does not have a length, so that the file ends when the connection does. */
      readonly hasNoLength?: true;
    }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection breaks after half of the bytes. */
  | { readonly kind: 'cut'; readonly bytes: Uint8Array; readonly hasNoLength?: true }
  /** The response sends one byte now and then, and never ends. */
  | { readonly kind: 'drip'; readonly bytes: Uint8Array }
  | { readonly kind: 'silence' }
  | {
      readonly kind: 'redirect';
      readonly status: number;
      readonly to: RedirectTarget;
      readonly bytes: Uint8Array;
    };

/** The target of a redirect. Every target except the loop (`itself`) has the good file. */
export type RedirectTarget = 'other_path' | 'other_host' | 'plain_http' | 'itself';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface Site {
  readonly url: string;
  /**
   * Sets the responses by file name, and the certificate. If there are no responses, the site does not
   * respond at all.
   */
  show(answers: ReadonlyMap<string, Answer> | undefined, certificate?: Certificate): void;
  close(): Promise<void>;
}

const DRIP_MS = 150;
const HOST = '127.0.0.1';

/**
 * Opens an imitation of the regulator's site on the loopback address, over TLS if a certificate is given. It
 * has a second host and a host without TLS.
 */
export async function openSite(certificate?: Certificate): Promise<Site> {
  let answers: ReadonlyMap<string, Answer> | undefined = new Map();
  const urls = { main: '', other: '', plain: '' };
  const answer: RequestListener = (request, response) => {
    if (!answers) return void request.socket.destroy();
    const name = request.url?.split('/').at(-1) ?? '';
    reply(request, response, answers.get(name) ?? { kind: 'status', status: 404 }, urls);
  };
  const good: RequestListener = (request, response) => {
    const found = answers?.get(request.url?.split('/').at(-1) ?? '');
    response.writeHead(200, { 'content-type': 'text/csv' }).end(found && 'bytes' in found ? found.bytes : '');
  };
  const secure = certificate ? createTlsServer(certificate, answer) : undefined;
  const main = secure ?? createServer(answer);
  const other = certificate ? createTlsServer(certificate, good) : createServer(good);
  const plain = createServer(good);
  const servers = [main, other, plain] as const;
  [urls.main, urls.other, urls.plain] = await listenAll(servers, certificate !== undefined);
  return {
    url: urls.main,
    show(next, shown) {
      answers = next;
      const certificateOfDay = shown ?? certificate;
      if (certificateOfDay) secure?.setSecureContext(certificateOfDay);
      // A keep-alive connection would still use the previous day's certificate.
      main.closeAllConnections();
    },
    async close() {
      await Promise.all(servers.map(end));
    },
  };
}

async function listenAll(
  [main, other, plain]: readonly [Server, Server, Server],
  isSecure: boolean,
): Promise<[string, string, string]> {
  const listen = async (server: Server, scheme: string) => {
    server.listen(0, HOST);
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the site has no port');
    return `${scheme}://${HOST}:${address.port}`;
  };
  const scheme = isSecure ? 'https' : 'http';
  return [await listen(main, scheme), await listen(other, scheme), await listen(plain, 'http')];
}

async function end(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

type Urls = Readonly<Record<'main' | 'other' | 'plain', string>>;

function reply(request: IncomingMessage, response: ServerResponse, answer: Answer, urls: Urls): void {
  switch (answer.kind) {
    case 'file':
      sendFile(request, response, answer);
      break;
    case 'status':
      response
        .writeHead(answer.status, { 'content-type': 'text/html', ...answer.headers })
        .end(answer.body ?? 'sorry\n');
      break;
    case 'cut':
      if (!answer.hasNoLength) response.setHeader('content-length', answer.bytes.length);
      response
        .writeHead(200, { 'content-type': 'text/csv' })
        .write(answer.bytes.subarray(0, answer.bytes.length / 2), () => response.socket?.destroy());
      break;
    case 'drip':
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': answer.bytes.length });
      void drip(response, answer.bytes);
      break;
    case 'silence':
      break;
    case 'redirect':
      redirect(request, response, answer, urls);
      break;
  }
}

function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, lastModified, type = 'text/csv', isPacked, hasNoLength }: Extract<Answer, { kind: 'file' }>,
): void {
  const etag = `"${createHash('sha256').update(bytes).update(lastModified).update(type).digest('hex')}"`;
  response.setHeader('etag', etag);
  response.setHeader('last-modified', new Date(lastModified).toUTCString());
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
  const body = isPacked ? gzipSync(bytes) : bytes;
  if (isPacked) response.setHeader('content-encoding', 'gzip');
  if (!hasNoLength) response.setHeader('content-length', body.length);
  response.writeHead(200, { 'content-type': type }).end(body);
}

async function drip(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length && !response.destroyed; at += 1) {
    response.write(bytes.subarray(at, at + 1));
    await wait(DRIP_MS);
  }
}

function redirect(
  request: IncomingMessage,
  response: ServerResponse,
  { status, to, bytes }: Extract<Answer, { kind: 'redirect' }>,
  urls: Urls,
): void {
  const path = request.url ?? '';
  const isMoved = path.startsWith('/moved/');
  if (to === 'other_path' && isMoved) {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': bytes.length }).end(bytes);
    return;
  }
  const targets: Readonly<Record<RedirectTarget, string>> = {
    other_path: `/moved/${path.split('/').at(-1)}`,
    other_host: `${urls.other}${path}`,
    plain_http: `${urls.plain}${path}`,
    itself: path,
  };
  response.writeHead(status, { location: targets[to] }).end();
}
