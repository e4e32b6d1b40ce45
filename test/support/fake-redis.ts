import { createServer, type Socket } from 'node:net';

/**
 * How the fake behaves on every connection: it responds, stays silent, drops connections, or rejects writes
 * like a Redis server that is out of memory.
 */
type Mood = 'answers' | 'silent' | 'hangs_up' | 'full';

interface FakeRedis {
  readonly url: string;
  setMood(mood: Mood): void;
  /** Resolves once the server has accepted this many connections in total. */
  taken(count: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a fake that implements just enough of Redis for counting: every script increments its key's count in
 * a one-minute window.
 */
export async function startFakeRedis(t: { after(end: () => Promise<void>): void }): Promise<FakeRedis> {
  const counts = new Map<string, { count: number; endsAt: number }>();
  const sockets = new Set<Socket>();
  const waiting: { count: number; resolve: () => void }[] = [];
  let mood: Mood = 'answers';
  let takenCount = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    takenCount += 1;
    for (const each of waiting) if (takenCount >= each.count) each.resolve();
    if (mood === 'hangs_up') socket.destroy();
    socket.on('data', (chunk) => {
      if (mood === 'silent') return;
      socket.write(
        commandsIn(String(chunk))
          .map((words) => answer(words, mood, counts))
          .join(''),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    return closed;
  };
  t.after(close);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fake Redis has no port');
  return {
    url: `redis://:open-sesame@127.0.0.1:${address.port}`,
    setMood(next) {
      mood = next;
      if (next === 'hangs_up') for (const socket of sockets) socket.destroy();
    },
    taken: (count) =>
      new Promise((resolve) => {
        if (takenCount >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close,
  };
}

function answer(
  [name = '', ...words]: readonly string[],
  mood: Mood,
  counts: Map<string, { count: number; endsAt: number }>,
): string {
  switch (name.toLowerCase()) {
    case 'hello':
      return "-ERR unknown command 'HELLO'\r\n";
    case 'info':
      return '$9\r\nloading:0\r\n';
    case 'eval':
    case 'evalsha': {
      if (mood === 'full') return "-OOM command not allowed when used memory > 'maxmemory'.\r\n";
      const [, , key = '', points] = words;
      const known = counts.get(key);
      const window = known && known.endsAt > Date.now() ? known : { count: 0, endsAt: Date.now() + 60_000 };
      window.count += Number(points);
      counts.set(key, window);
      return `*2\r\n:${window.count}\r\n:${window.endsAt - Date.now()}\r\n`;
    }
  }
  return '+OK\r\n';
}

/**
 * Parses commands. Each arrives in one piece: `*2`, then the length and text of each word. Only scripts
 * contain line breaks.
 */
function commandsIn(text: string): string[][] {
  return text
    .split(/^\*\d+\r\n/m)
    .slice(1)
    .map((command) => [...command.matchAll(/\$\d+\r\n([\s\S]*?)\r\n(?=\$|$)/g)].map(([, word = '']) => word));
}
