import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Stripe from 'stripe';

/** An event with its signature, as Stripe delivers it. */
export interface SignedEvent {
  readonly id: string;
  readonly payload: string;
  readonly signature: string;
}

interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly version: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** The form fields as sent, with brackets in their names. */
  readonly form: Readonly<Record<string, string>>;
}

export interface FakeSubscription {
  readonly id: string;
  customer: string;
  status: string;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  metadata: Record<string, string>;
  period_end: number;
}

export interface FakeStripe {
  readonly url: string;
  readonly settings: Record<string, string>;
  readonly requests: readonly FakeRequest[];
  readonly subscriptions: Map<string, FakeSubscription>;
  /** If set, every request fails with this status. */
  failWith: number | undefined;
  /**
   * Called just before the server returns a subscription, so that a test can change the subscription first.
   */
  onRetrieve: (() => Promise<void> | void) | undefined;
  /** Pays as the customer on the checkout page at this URL. Returns the subscription. */
  pay(checkoutUrl: string): FakeSubscription;
  addSubscription(change: Partial<FakeSubscription>): FakeSubscription;
  event(
    type: string,
    object: object,
    options?: { readonly secret?: string; readonly timestamp?: number },
  ): SignedEvent;
  sessionEvent(subscription: FakeSubscription): SignedEvent;
  subscriptionEvent(change: 'created' | 'updated' | 'deleted', subscription: FakeSubscription): SignedEvent;
  invoiceEvent(outcome: 'paid' | 'payment_failed', subscription: FakeSubscription): SignedEvent;
  close(): Promise<void>;
}

const SECRET_KEY = 'sk_test_0123456789abcdef';
const WEBHOOK_SECRET = 'whsec_0123456789abcdef';
const MONTH_SECONDS = 30 * 86_400;

/**
 * Starts a loopback server that mimics Stripe's API: it accepts forms, returns JSON, and implements Stripe's
 * errors and idempotency keys.
 */
export async function startFakeStripe(): Promise<FakeStripe> {
  const requests: FakeRequest[] = [];
  const sessions = new Map<string, Record<string, string>>();
  const answered = new Map<
    string,
    { readonly form: string; readonly status: number; readonly body: string }
  >();
  const subscriptions = new Map<string, FakeSubscription>();
  const { webhooks } = new Stripe(SECRET_KEY);

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) =>
      send(response, 500, { error: { message: String(error) } }),
    );
  });
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await bodyOf(request);
    const form = Object.fromEntries(new URLSearchParams(text));
    const url = new URL(request.url ?? '/', 'http://stripe.invalid');
    const key = headerOf(request, 'idempotency-key');
    const seen: FakeRequest = {
      method: request.method ?? '',
      path: url.pathname,
      version: headerOf(request, 'stripe-version'),
      idempotencyKey: key,
      form,
    };
    requests.push(seen);
    if (headerOf(request, 'authorization') !== `Bearer ${SECRET_KEY}`)
      return send(response, 401, stripeError('invalid_request_error', undefined, 'Invalid API Key'));
    if (fake.failWith !== undefined)
      return send(response, fake.failWith, stripeError('api_error', undefined, 'the shop is shut'));
    const before = key === undefined ? undefined : answered.get(key);
    if (before && before.form !== text)
      return send(response, 400, stripeError('idempotency_error', undefined, 'another order'));
    if (before) return sendText(response, before.status, before.body);
    const [status, answer] = await answerTo(seen);
    const body = JSON.stringify(answer);
    if (key !== undefined) answered.set(key, { form: text, status, body });
    sendText(response, status, body);
  };
  const answerTo = async ({ method, path, form }: FakeRequest): Promise<[number, object]> => {
    const id = path.split('/').at(-1) ?? '';
    if (method === 'POST' && path === '/v1/checkout/sessions') return [200, openSession(form)];
    if (method === 'POST' && path === '/v1/billing_portal/sessions')
      return [
        200,
        { id: 'bps_1', object: 'billing_portal.session', url: `${fake.url}/portal/${form.customer}` },
      ];
    const subscription = path.startsWith('/v1/subscriptions/') ? subscriptions.get(id) : undefined;
    if (!subscription)
      return [404, stripeError('invalid_request_error', 'resource_missing', `No such thing: ${path}`)];
    // Captures the state when the request arrives, so that changes made while the response is in flight are
    // not included.
    const answer = toWire(subscription);
    if (method === 'GET') {
      await fake.onRetrieve?.();
      return [200, answer];
    }
    if (subscription.status === 'canceled')
      return [404, stripeError('invalid_request_error', 'resource_missing', `No such subscription: ${id}`)];
    subscription.status = 'canceled';
    return [200, toWire(subscription)];
  };
  const openSession = (form: Readonly<Record<string, string>>): object => {
    const id = `cs_test_${randomUUID().replaceAll('-', '')}`;
    sessions.set(id, { ...form });
    const amount = Number(form['line_items[0][price_data][unit_amount]'] ?? 999);
    return {
      id,
      object: 'checkout.session',
      status: 'open',
      amount_subtotal: amount,
      currency: 'usd',
      url: `${fake.url}/pay/${id}`,
    };
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fake Stripe has no port');
  const url = `http://127.0.0.1:${address.port}`;
  const fake: FakeStripe = {
    url,
    settings: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: url,
    },
    requests,
    subscriptions,
    failWith: undefined,
    onRetrieve: undefined,
    pay(checkoutUrl) {
      const session = sessions.get(checkoutUrl.split('/').at(-1) ?? '');
      if (!session) throw new Error(`no checkout at ${checkoutUrl}`);
      const metadata = Object.fromEntries(
        Object.entries(session).flatMap(([name, value]) => {
          const key = /^subscription_data\[metadata\]\[(\w+)\]$/.exec(name)?.[1];
          return key === undefined ? [] : [[key, value]];
        }),
      );
      return fake.addSubscription({ metadata, ...(session.customer ? { customer: session.customer } : {}) });
    },
    addSubscription(change) {
      const id = change.id ?? `sub_${randomUUID().replaceAll('-', '')}`;
      const customer = `cus_${randomUUID().slice(0, 8)}`;
      const subscription: FakeSubscription = {
        id,
        customer,
        status: 'active',
        cancel_at_period_end: false,
        cancel_at: null,
        metadata: {},
        period_end: Math.floor(Date.parse('2026-04-16T15:00:00Z') / 1_000),
        ...change,
      };
      subscriptions.set(id, subscription);
      return subscription;
    },
    event(type, object, { secret = WEBHOOK_SECRET, timestamp } = {}) {
      const id = `evt_${randomUUID().replaceAll('-', '')}`;
      const created = Math.floor(Date.now() / 1_000);
      const payload = JSON.stringify({
        id,
        object: 'event',
        type,
        created,
        livemode: false,
        data: { object },
      });
      const at = timestamp === undefined ? {} : { timestamp };
      return { id, payload, signature: webhooks.generateTestHeaderString({ payload, secret, ...at }) };
    },
    sessionEvent: (subscription) =>
      fake.event('checkout.session.completed', {
        object: 'checkout.session',
        id: 'cs_test_1',
        subscription: subscription.id,
        client_reference_id: subscription.metadata.account_id,
      }),
    subscriptionEvent: (change, subscription) =>
      fake.event(`customer.subscription.${change}`, toWire(subscription)),
    invoiceEvent: (outcome, { id }) =>
      fake.event(`invoice.${outcome}`, {
        object: 'invoice',
        id: `in_${randomUUID().slice(0, 8)}`,
        parent: { type: 'subscription_details', subscription_details: { subscription: id } },
      }),
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
  return fake;
}

function toWire(subscription: FakeSubscription): object {
  const { period_end, ...fields } = subscription;
  const item = {
    id: 'si_1',
    current_period_start: period_end - MONTH_SECONDS,
    current_period_end: period_end,
  };
  return {
    object: 'subscription',
    ...fields,
    metadata: { ...fields.metadata },
    items: { object: 'list', data: [item] },
  };
}

function stripeError(type: string, code: string | undefined, message: string): object {
  return { error: { type, message, ...(code === undefined ? {} : { code }) } };
}

function send(response: ServerResponse, status: number, body: object): void {
  sendText(response, status, JSON.stringify(body));
}

/**
 * Sends a failure that is marked as final, as Stripe itself can do, so that the library does not wait and
 * retry.
 */
function sendText(response: ServerResponse, status: number, body: string): void {
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'request-id': 'req_1',
      'stripe-should-retry': 'false',
    })
    .end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
