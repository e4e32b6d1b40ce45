import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Answer } from './served-files.ts';

export interface Site {
  readonly url: string;
  /** What it serves from now on, by file name. */
  show(answers: ReadonlyMap<string, Answer>): void;
  /** Requests that it answered with a file since it was shown something else. */
  sent(): number;
  close(): Promise<void>;
}

/** The regulator's site on a loopback port. */
export async function openSite(): Promise<Site> {
  let answers: ReadonlyMap<string, Answer> = new Map();
  let sent = 0;
  const server = createServer((request, response) => {
    const name = request.url?.split('/').at(-1) ?? '';
    if (reply(request, response, answers.get(name) ?? { kind: 'status', status: 404 })) sent += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    show(next) {
      answers = next;
      sent = 0;
    },
    sent: () => sent,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Whether a whole file was sent. */
function reply(request: IncomingMessage, response: ServerResponse, answer: Answer): boolean {
  switch (answer.kind) {
    case 'file': {
      const etag = `"${createHash('sha256').update(answer.bytes).digest('hex')}"`;
      response.setHeader('etag', etag);
      response.setHeader('last-modified', new Date(answer.lastModified).toUTCString());
      const isHeld = request.headers['if-none-match'] === etag;
      if (isHeld) response.writeHead(304).end();
      else head(response, answer.bytes.length).end(answer.bytes);
      return !isHeld;
    }
    case 'status':
      response.writeHead(answer.status, { 'content-type': 'text/csv' }).end('sorry\n');
      return false;
    case 'web_page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><html></html>');
      return false;
    case 'cut':
      head(response, answer.bytes.length).write(answer.bytes.subarray(0, answer.bytes.length / 2), () =>
        response.socket?.destroy(),
      );
      return false;
    case 'silence':
      return false;
  }
}

function head(response: ServerResponse, length: number): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/csv', 'content-length': length });
}
