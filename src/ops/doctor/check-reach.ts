import { Redis } from 'ioredis';
import { createTransport } from 'nodemailer';
import type { Config } from '../../config.ts';
import { locateFile } from '../../lib/address/source-url.ts';
import { type HttpAnswer, readBody, sendGet } from '../../platform/net/http-get.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { FileList } from '../../regulator/source/source.ts';
import { judgeClock } from './check-databases.ts';
import type { Finding } from './doctor-finding.ts';

/**
 * Checks that external services respond as they should. Sends no messages, buys nothing and stores nothing.
 */

const WITHIN_MS = 10_000;
/** The number of bytes needed to distinguish a data file from a web page. */
const HEAD_BYTES = 4_096;
const STRIPE = 'https://api.stripe.com';

/** Connects to the email server and signs in, without sending anything. */
export async function lookAtMailServer(smtpUrl: string): Promise<Finding[]> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: WITHIN_MS,
    greetingTimeout: WITHIN_MS,
    dnsTimeout: WITHIN_MS,
    socketTimeout: WITHIN_MS,
  });
  try {
    await transport.verify();
    return [{ name: 'mail server', state: 'ok', says: 'It answers and accepts our sign-in.' }];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    return [
      {
        name: 'mail server',
        state: 'failed',
        says: `${new URL(smtpUrl).host} does not accept email from us (${code}).`,
        advice:
          code === 'EAUTH'
            ? 'Name and password in SMTP_URL are not its own.'
            : 'See whether SMTP_URL is right and the server runs.',
      },
    ];
  } finally {
    transport.close();
  }
}

/** Requests the configured price, which shows that the key and the price match. */
export async function lookAtStripe(
  config: Pick<Config, 'stripeSecretKey' | 'stripePrice' | 'stripeApiBase'>,
): Promise<Finding[]> {
  const answer = await fetch(`${config.stripeApiBase ?? STRIPE}/v1/prices/${config.stripePrice}`, {
    headers: { authorization: `Bearer ${config.stripeSecretKey}` },
    signal: AbortSignal.timeout(WITHIN_MS),
    redirect: 'error',
  });
  await answer.body?.cancel();
  if (answer.ok) return [{ name: 'stripe', state: 'ok', says: 'It knows the price that is sold.' }];
  const advice =
    answer.status === 401
      ? 'STRIPE_SECRET_KEY is not a valid key.'
      : answer.status === 404
        ? 'STRIPE_PRICE is not a price of this account, or one of the other mode (test, live).'
        : 'Look at its status page; tell buyers if it lasts.';
  return [{ name: 'stripe', state: 'failed', says: `It answers ${answer.status}.`, advice }];
}

/** Checks that processes can share rate-limit counters. */
export async function lookAtRedis(url: string): Promise<Finding[]> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: WITHIN_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return [{ name: 'redis', state: 'ok', says: 'It answers.' }];
  } finally {
    redis.disconnect();
  }
}

/**
 * Requests the beginning of the first file and checks that it is a data file: for a missing file, the
 * regulator's site returns a web page with status 200.
 */
export async function lookAtSource(
  url: URL,
  now: () => Date,
  { list, userAgent }: { readonly list?: FileList; readonly userAgent?: string } = {},
): Promise<Finding[]> {
  const [file] = REGULATOR.listFiles(list);
  if (!file) return [];
  const address = locateFile(url, file.path);
  const answer = await sendGet(address, {
    ...(userAgent === undefined ? {} : { headers: { 'user-agent': userAgent } }),
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  const head = await readHead(answer);
  const date = Date.parse(answer.headers.date ?? '');
  const clock = Number.isNaN(date)
    ? []
    : [judgeClock(address.hostname, Math.round((date - now().getTime()) / 1_000))];
  const isPage = /^\s*</.test(head) || /html/.test(answer.headers['content-type'] ?? '');
  const isOk = answer.status === 200;
  if (isOk && !isPage && head !== '')
    return [
      { name: 'source', state: 'ok', says: `${address.hostname} answers with ${file.name}.` },
      ...clock,
    ];
  return [
    {
      name: 'source',
      state: 'failed',
      says: isOk
        ? `${address} answers with ${head === '' ? 'nothing' : 'a web page'} in place of ${file.name}.`
        : `${address} answers ${answer.status}.`,
      advice:
        'See whether REGULATOR_SOURCE is still where the files are. If the site turns this service away, `source list` prints the addresses for a browser.',
    },
    ...clock,
  ];
}

async function readHead(answer: HttpAnswer): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of readBody(answer)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES).toString('latin1');
}
