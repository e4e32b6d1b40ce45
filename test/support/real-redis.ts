import { Redis } from 'ioredis';

const LOCAL = 'redis://127.0.0.1:6379';
const ANSWER_WITHIN_MS = 1_000;

/** The Redis that TEST_REDIS_URL names, or the one on this machine; undefined when there is none. */
export async function findRedis(): Promise<string | undefined> {
  const url = process.env.TEST_REDIS_URL;
  if (url) return url;
  return withRedis(LOCAL, (client) => client.ping()).then(
    () => LOCAL,
    () => undefined,
  );
}

/** Does something with a connection of its own, and closes it. Throws when Redis does not answer. */
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

/** Deletes the keys that hold this text: a test's own random one. */
export async function deleteKeys(url: string, text: string): Promise<void> {
  await withRedis(url, async (client) => {
    for await (const keys of client.scanStream({ match: `*${text}*`, count: 1_000 }))
      if (keys.length > 0) await client.del(...keys);
  });
}
