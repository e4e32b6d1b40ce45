import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LedgerDb } from '../../src/platform/db/database.ts';

/** Inserts only a webhook's row, without a signing key. Returns the webhook's id. */
export async function insertWebhook(db: LedgerDb, accountId: string): Promise<string> {
  const id = randomUUID();
  const at = '2026-03-01T12:00:00.000Z';
  await db
    .insertInto('webhook_endpoints')
    .values({
      id,
      account_id: accountId,
      url: `https://hooks.example/${id}`,
      state: 'on',
      secret: 'x',
      earlier_secret: null,
      earlier_secret_until: null,
      failing_since: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
}

interface ReceivedWebhook {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedWebhook[];
  /** Returns the total number of connections accepted so far. */
  readonly connections: () => number;
  /** Sends the response to each request. By default it sends 204; tests can replace it. */
  answer: (response: ServerResponse, request: ReceivedWebhook) => void;
  close(): Promise<void>;
}

/** Starts a loopback server that records the requests it receives. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let connections = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const one = { path: request.url ?? '', headers: flat(request.headers), body };
      receiver.received.push(one);
      receiver.answer(response, one);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received: [],
    connections: () => connections,
    answer: (response) => response.writeHead(204).end(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
