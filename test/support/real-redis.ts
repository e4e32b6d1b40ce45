import { Redis } from 'ioredis';

const LOCAL = 'redis://127.0.0.1:6379';
/** Redis answers within a millisecond, but a busy machine may run this process only seconds later. */
const ANSWER_WITHIN_MS = 30_000;

/**
 * Returns the URL in TEST_REDIS_URL, or otherwise the URL of a Redis server on this machine. Returns undefined if there is neither.
 */
export async function findRedis(): Promise<string | undefined> {
  const url = process.env.TEST_REDIS_URL;
  if (url) return url;
  return withRedis(LOCAL, (client) => client.ping()).then(
    () => LOCAL,
    () => undefined,
  );
}

/**
 * Runs a function with its own connection, and then closes the connection. Throws if Redis does not respond.
 */
export async function withRedis<Value>(
  url: string,
  action: (client: Redis) => Promise<Value>,
): Promise<Value> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: ANSWER_WITHIN_MS,
    commandTimeout: ANSWER_WITHIN_MS,
    retryStrategy: null,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await action(client);
  } finally {
    client.disconnect();
  }
}

/** Deletes all keys that contain this text, which is random for each test. */
export async function deleteKeys(url: string, text: string): Promise<void> {
  await withRedis(url, async (client) => {
    for await (const keys of client.scanStream({ match: `*${text}*`, count: 1_000 }))
      if (keys.length > 0) await client.del(...keys);
  });
}
