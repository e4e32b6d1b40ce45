import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyWebhook, WebhookError } from '../../client/src/webhooks.ts';
import { signedHeaders, toSecret } from '../../src/webhooks/delivery/signature.ts';

const AT = new Date('2026-03-16T15:00:00Z');
const SECRET = toSecret(Buffer.alloc(32, 7));
const BODY = '{"type":"webhook.test","timestamp":"2026-03-16T15:00:00.000Z","data":{"endpoint_id":"x"}}';
const HEADERS = signedHeaders({ id: 'msg_1', body: BODY }, [toSecret(Buffer.alloc(32, 8)), SECRET], AT);

test('the client accepts a message from the service with either secret and with both kinds of headers', async () => {
  for (const headers of [HEADERS, new Headers(HEADERS)])
    assert.deepEqual(await verifyWebhook(BODY, headers, SECRET, AT), JSON.parse(BODY));
});

test('the client rejects messages that were changed, are old, are unsigned, or come from someone else', async () => {
  const late = new Date(AT.getTime() + 301_000);
  for (const [body, headers, secret, now] of [
    [`${BODY} `, HEADERS, SECRET, AT],
    [BODY, HEADERS, SECRET, late],
    [BODY, HEADERS, toSecret(Buffer.alloc(32, 9)), AT],
    [BODY, { ...HEADERS, 'webhook-id': 'msg_2' }, SECRET, AT],
    [BODY, { ...HEADERS, 'webhook-signature': 'v1,!, v2,AAAA' }, SECRET, AT],
    [BODY, {}, SECRET, AT],
  ] as const)
    await assert.rejects(verifyWebhook(body, headers, secret, now), WebhookError);
  await assert.rejects(verifyWebhook(BODY, HEADERS, 'whsec_', AT), TypeError);
});
