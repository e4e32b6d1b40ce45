import type { ServerResponse } from 'node:http';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { startWebhookReceiver } from '../../../test/support/webhook-receiver.ts';
import type { Copy } from './judge.ts';

/**
 * The receiving program. It checks each message with the reference library, and sometimes fails or does not
 * respond. It does so at most once per message, so the next attempt, five seconds later, is the last.
 */
export interface Receiver {
  /** Returns the URL of an endpoint. The endpoint's name is the last part of the path. */
  addressOf(name: string): string;
  /** Registers an endpoint's id and signing secret. */
  expect(name: string, endpoint: { readonly id: string; readonly secret: string }): void;
  readonly copies: readonly Copy[];
  close(): Promise<void>;
}

const ANSWERS_WITHIN_MS = 20;
const FAILS = 0.03;
const HANGS = 0.02;
/**
 * The service waits ten seconds for a response, so more than one hanging request at a time would delay
 * everything.
 */
const HANGS_EVERY_MS = 25_000;

export async function startReceiver(): Promise<Receiver> {
  const server = await startWebhookReceiver();
  const copies: Copy[] = [];
  const endpoints = new Map<string, { readonly id: string; readonly secret: string }>();
  const known = new Set<string>();
  let hungAt = 0;
  const plan = (key: string): number | undefined => {
    const isFirst = !known.has(key);
    known.add(key);
    if (isFirst && Math.random() < FAILS) return 500;
    if (!isFirst || Date.now() - hungAt < HANGS_EVERY_MS || Math.random() >= HANGS) return 204;
    hungAt = Date.now();
    return undefined;
  };
  server.answer = (response, { path, headers, body }) => {
    const endpoint = endpoints.get(path);
    const id = headers['webhook-id'] ?? '';
    const answered = plan(`${path} ${id}`);
    copies.push({
      endpointId: endpoint?.id ?? '',
      id,
      body,
      answered,
      isSigned: endpoint !== undefined && isSigned(endpoint.secret, body, headers),
    });
    if (answered !== undefined)
      setTimeout(() => reply(response, answered), Math.random() * ANSWERS_WITHIN_MS);
  };
  const base = new URL(server.url).origin;
  return {
    copies,
    addressOf: (name) => `${base}/${name}`,
    expect: (name, endpoint) => void endpoints.set(`/${name}`, endpoint),
    close: server.close,
  };
}

function reply(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

function isSigned(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new StandardWebhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
