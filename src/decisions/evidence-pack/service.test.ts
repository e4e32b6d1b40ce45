import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AppError } from '../../http/errors/errors.ts';
import { readPackFonts } from './fonts-service.ts';
import type { EvidencePack } from './pack.ts';
import { drawPack } from './render-pack.ts';
import { createPackRenderer } from './service.ts';

const packOf = (entries: number): EvidencePack => ({
  title: 'Evidence pack',
  event: { type: 'Festival', dates: 'April 10, 2026' },
  madeAt: '2026-03-16T15:00:00.000Z',
  issuer: 'https://vendors.example',
  entries: Array.from({ length: entries }, (_, index) => ({
    kind: 'undecided' as const,
    line: `Line ${index + 1}`,
    reason: 'No vendor has this number.',
  })),
  fictional: false,
});
/** Returns a worker program that runs this code instead of drawing. */
const program = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const POST = "import { parentPort } from 'node:worker_threads'; parentPort.postMessage(new Uint8Array([1]));";
/**
 * A worker program that does not draw anything. With more than twenty entries, it reports that it is running
 * and waits to be ended.
 */
const LONG_ONE_HOLDS = `import { parentPort, workerData } from 'node:worker_threads';
const done = () => parentPort.postMessage(new Uint8Array([1]));
if (workerData.entries.length <= 20) done();
else {
  const channel = new BroadcastChannel('long packs');
  channel.onmessage = () => { channel.close(); done(); };
  channel.postMessage('running');
}`;

describe('the evidence pack renderer', () => {
  test('draws the same bytes on a worker thread as on the main thread, without blocking other work', async () => {
    const pack = packOf(60);
    let turns = 0;
    let running = true;
    const count = () => {
      turns += 1;
      if (running) setImmediate(count);
    };
    count();
    const bytes = await createPackRenderer()(pack);
    running = false;
    assert.ok(turns > 200, `${turns} turns`);
    assert.equal(Buffer.compare(bytes, await drawPack(pack, { fonts: readPackFonts() })), 0);
  });

  test('rejects if the thread dies, throws, needs too much memory, or ends without a file, and then draws the next pack', async () => {
    for (const [code, expected] of [
      ['process.exit(3)', /ended with 3/],
      ['throw new Error("no")', /failed/],
      ['const all = []; for (;;) all.push(new Array(1e6).fill({}))', /failed/],
      ['0', /ended with 0/],
    ] as const)
      await assert.rejects(
        createPackRenderer({ program: program(code), memoryMb: 32 })(packOf(1)),
        expected,
        code,
      );
    const failing = createPackRenderer({ program: program('process.exit(3)') });
    for (let time = 0; time < 3; time++) await assert.rejects(failing(packOf(1)), /ended with 3/);
  });

  test('ends a thread that takes too long, and rejects with a 503 that includes when to retry', async () => {
    const stuck = createPackRenderer({ program: program('for (;;);'), msMax: 50 });
    await assert.rejects(stuck(packOf(1)), isBusy);
  });

  test('draws two packs at a time, queues eight more with short packs first, and rejects any others with a 503', async () => {
    const render = createPackRenderer({ program: program(POST) });
    const order: string[] = [];
    const start = (entries: number, name: string) =>
      render(packOf(entries)).then(() => {
        order.push(name);
      });
    const running = [start(1, 'running'), start(1, 'running')];
    const long = Array.from({ length: 8 }, () => start(21, 'long'));
    await assert.rejects(render(packOf(21)), isBusy);
    const short = Array.from({ length: 8 }, () => start(20, 'short'));
    await assert.rejects(render(packOf(1)), isBusy);
    await Promise.all([...running, ...long, ...short]);
    // A long pack starts once all short packs have started, so one of the short packs may still be running.
    const before = order.slice(0, order.indexOf('long')).filter((name) => name === 'short');
    assert.ok(before.length >= 7, order.join());
  });

  test('allows a client two pending packs, and drops them if the client disconnects, so that other packs are drawn', async () => {
    const channel = new BroadcastChannel('long packs');
    const began = new Promise((resolve) => {
      channel.onmessage = resolve;
    });
    const render = createPackRenderer({ program: program(LONG_ONE_HOLDS) });
    const gone = new AbortController();
    const asker = { client: '192.0.2.1', signal: gone.signal };
    try {
      const drawn = render(packOf(500), asker);
      const waiting = render(packOf(500), asker);
      await assert.rejects(
        render(packOf(1), asker),
        (error) => error instanceof AppError && error.status === 429 && error.headers['retry-after'] === '15',
      );
      const other = render(packOf(20), { client: '192.0.2.2', signal: new AbortController().signal });
      assert.equal((await other).length, 1);
      await began;
      const both = Promise.all([drawn, waiting].map((pack) => assert.rejects(pack, /hung up/)));
      gone.abort(new Error('hung up'));
      await both;
      assert.equal((await render(packOf(1), { ...asker, signal: new AbortController().signal })).length, 1);
    } finally {
      channel.close();
    }
  });

  test('never draws two packs with hundreds of vendors at the same time, and draws a short pack during each', async () => {
    const channel = new BroadcastChannel('long packs');
    const drawn: string[] = [];
    let holding = 0;
    let holdingMost = 0;
    let mayEnd = false;
    const letEnd = () => {
      mayEnd = true;
      channel.postMessage('end');
    };
    channel.onmessage = () => {
      holding += 1;
      holdingMost = Math.max(holdingMost, holding);
      // Two long packs at the same time would block the short packs forever.
      if (mayEnd || holding > 1) letEnd();
    };
    const render = createPackRenderer({ program: program(LONG_ONE_HOLDS) });
    const start = (entries: number, name: string) => render(packOf(entries)).then(() => drawn.push(name));
    try {
      const long = ['first', 'second', 'third'].map((name) =>
        start(500, name).finally(() => {
          holding -= 1;
        }),
      );
      await Promise.all([start(20, 'short'), start(20, 'short'), start(20, 'short')]);
      letEnd();
      await Promise.all(long);
    } finally {
      channel.close();
    }
    assert.equal(holdingMost, 1);
    assert.deepEqual(drawn, ['short', 'short', 'short', 'first', 'second', 'third']);
  });
});

function isBusy(error: unknown): boolean {
  return error instanceof AppError && error.status === 503 && error.headers['retry-after'] === '15';
}
