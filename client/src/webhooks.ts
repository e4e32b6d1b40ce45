import type {
  ApplicationChangedMessage,
  ApplicationReceivedMessage,
  VendorChangedMessage,
  WebhookTestMessage,
} from './api.ts';

/** A message that a webhook receives. New types may be added: ignore types that you do not know. */
export type WebhookMessage =
  | ApplicationReceivedMessage
  | ApplicationChangedMessage
  | VendorChangedMessage
  | WebhookTestMessage;

/** Request headers, as in `fetch` or Node. */
type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The error for a request that is not from the service, was changed, or is older than five minutes. */
export class WebhookError extends Error {}

const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';

/**
 * Verifies that the service sent a message, and returns the message (Standard Webhooks 1). Pass the raw,
 * unparsed body. If this throws a {@link WebhookError}, respond with 401. A message may arrive twice, with
 * the same `webhook-id`.
 */
export async function verifyWebhook(
  body: string,
  headers: HeaderSource,
  secret: string,
  now: Date = new Date(),
): Promise<WebhookMessage> {
  const read = (name: string) => String(headers instanceof Headers ? headers.get(name) : headers[name]);
  const sentAt = read('webhook-timestamp');
  if (!/^\d+$/.test(sentAt) || Math.abs(now.getTime() / 1_000 - Number(sentAt)) > TOLERANCE_SECONDS)
    throw new WebhookError('The message is not of the last five minutes.');
  const key = await importKey(secret);
  const signed = new TextEncoder().encode(`${read('webhook-id')}.${sentAt}.${body}`);
  for (const part of read('webhook-signature').split(' ')) {
    const bytes = part.startsWith('v1,') ? decodeBase64(part.slice('v1,'.length)) : undefined;
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
      return JSON.parse(body) as WebhookMessage;
  }
  throw new WebhookError('No signature of the message is of this secret.');
}

function importKey(secret: string) {
  const bytes = secret.startsWith(SECRET_PREFIX)
    ? decodeBase64(secret.slice(SECRET_PREFIX.length))
    : undefined;
  if (!bytes?.length) throw new TypeError(`The secret of a webhook begins with ${SECRET_PREFIX}.`);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
