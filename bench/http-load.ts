import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { answerQuestions } from './helper.ts';
import { LoadOrder, type LoadResult } from './http-messages.ts';
import { median, percentile } from './report.ts';

const SAMPLES_MAX = 4_000_000;
const HEAD_END = Buffer.from('\r\n\r\n');
const CLOSES = /\r\nconnection: close(?:\r\n|$)/i;
const CONNECT_WITHIN_MS = 5_000;

/**
 * Generates the load over plain sockets, so that sending requests uses as little processor time as possible.
 */
answerQuestions(LoadOrder, async (order) => {
  const run = new Run(order);
  const sockets = await Promise.all(
    Array.from({ length: order.connections }, () => open(order.port, order.seconds)),
  );
  return run.drive(sockets);
});

class Run {
  private readonly paths: readonly string[];
  private readonly requests: readonly Buffer[];
  private readonly lengths: Int32Array;
  private readonly seconds: number;
  private readonly port: number;
  private readonly samplesMs = new Float64Array(SAMPLES_MAX);
  private readonly samplePaths = new Int32Array(SAMPLES_MAX);
  private count = 0;
  private next = 0;

  constructor({ paths, seconds, port }: LoadOrder) {
    this.paths = paths;
    this.seconds = seconds;
    this.port = port;
    this.requests = paths.map((path) =>
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: */*\r\n\r\n`),
    );
    this.lengths = new Int32Array(paths.length).fill(-1);
  }

  async drive(sockets: readonly Socket[]): Promise<LoadResult> {
    const before = performance.eventLoopUtilization();
    const began = performance.now();
    const deadline = began + this.seconds * 1000;
    await Promise.all(sockets.map((socket) => this.askOn(socket, deadline)));
    const elapsed = performance.now() - began;
    const busy = performance.eventLoopUtilization(before).utilization;
    const sorted = this.samplesMs.slice(0, this.count).sort();
    return {
      perSecond: (this.count / elapsed) * 1000,
      p50Ms: percentile(sorted, 0.5),
      p99Ms: percentile(sorted, 0.99),
      busy,
      slowest: this.slowest(),
    };
  }

  /**
   * Opens a new connection if the server closes the current one, because the server limits the number of
   * requests per connection.
   */
  private async askOn(first: Socket, deadline: number): Promise<void> {
    let socket = first;
    try {
      while (await this.ask(socket, deadline)) {
        socket.destroy();
        socket = await open(this.port, this.seconds);
      }
    } finally {
      socket.destroy();
    }
  }

  /**
   * Sends one request after another on a connection until time is up or the server marks a response as the
   * connection's last. Returns true in the second case.
   */
  private ask(socket: Socket, deadline: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      let index = 0;
      let isLast = false;
      let sentAt = 0;
      /** The number of bytes still missing from the current response; −1 until its headers have arrived. */
      let missing = -1;
      let held: Buffer | undefined;
      const send = () => {
        index = this.next;
        this.next = index + 1 === this.requests.length ? 0 : index + 1;
        sentAt = performance.now();
        socket.write(this.requests[index] ?? '');
      };
      const take = (chunk: Buffer) => {
        if (missing === -1) {
          const data: Buffer = held ? Buffer.concat([held, chunk]) : chunk;
          const headEnd = data.indexOf(HEAD_END);
          held = headEnd === -1 ? data : undefined;
          if (headEnd === -1) return;
          const head = data.toString('latin1', 0, headEnd);
          const length = this.lengthOf(index, head);
          isLast = CLOSES.test(head);
          missing = length - (data.length - headEnd - HEAD_END.length);
        } else missing -= chunk.length;
        if (missing < 0) throw new Error(`more than was announced for ${this.paths[index]}`);
        if (missing > 0) return;
        const now = performance.now();
        this.record(index, now - sentAt);
        missing = -1;
        if (now >= deadline) resolve(false);
        else if (isLast) resolve(true);
        else send();
      };
      socket.on('data', (chunk: Buffer) => {
        try {
          take(chunk);
        } catch (error) {
          reject(error);
        }
      });
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('the server closed a connection')));
      send();
    });
  }

  /** Checks each response's status, and checks that a URL always returns the same number of bytes. */
  private lengthOf(index: number, head: string): number {
    const at = head.search(/\r\ncontent-length: /i);
    const length = at === -1 ? Number.NaN : Number.parseInt(head.slice(at + 18, at + 28), 10);
    if (!head.startsWith('HTTP/1.1 200 ') || Number.isNaN(length))
      throw new Error(`not a plain 200 for ${this.paths[index]}: ${head.slice(0, 200)}`);
    const known = this.lengths[index];
    if (known !== -1 && known !== length)
      throw new Error(`${known} bytes became ${length}: ${this.paths[index]}`);
    this.lengths[index] = length;
    return length;
  }

  private record(index: number, milliseconds: number): void {
    if (this.count === SAMPLES_MAX) throw new Error('more answers than can be kept; take less seconds');
    this.samplesMs[this.count] = milliseconds;
    this.samplePaths[this.count] = index;
    this.count += 1;
  }

  private slowest(): LoadResult['slowest'] {
    const byPath = new Map<number, number[]>();
    for (let sample = 0; sample < this.count; sample++) {
      const index = this.samplePaths[sample] ?? 0;
      const values = byPath.get(index) ?? [];
      values.push(this.samplesMs[sample] ?? 0);
      byPath.set(index, values);
    }
    const medians = [...byPath].map(([index, values]) => ({
      path: this.paths[index] ?? '',
      medianMs: median(values),
    }));
    return medians.sort((a, b) => b.medianMs - a.medianMs)[0] ?? { path: '', medianMs: 0 };
  }
}

/** Opens a connection. If the server stops responding, the measurement fails instead of hanging. */
async function open(port: number, seconds: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.setTimeout(CONNECT_WITHIN_MS + seconds * 1000, () =>
    socket.destroy(new Error('no answer for a long time')),
  );
  await once(socket, 'connect');
  return socket;
}
