import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { exitCodeOf, type Result, type Run, runAll, summarize } from './nightly.ts';

const HOUR = 3_600_000;

describe('the nightly run', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'nightly-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const program = (name: string, code: string, limitMs = HOUR): Run => {
    const file = path.join(folder, `${name}.mjs`);
    writeFileSync(file, code);
    return { name, file, args: ['an argument'], limitMs, missing: [] };
  };
  const run = async (runs: readonly Run[], budgetMs = HOUR, signal = new AbortController().signal) => {
    const said: string[] = [];
    const say = (text: string) => said.push(text);
    return { results: await runAll(runs, { budgetMs, folder, say, signal }), said: said.join('\n') };
  };
  const outcomes = (results: readonly Result[]) => results.map(({ outcome }) => outcome);

  test('reports each program’s last line as its result, and shows the end of a failed program’s output', async () => {
    const { results, said } = await run([
      program('good', 'console.log("first"); console.log("all held:", process.argv[2])'),
      program('bad', 'console.log("lost a receipt"); throw new Error("broken")'),
    ]);
    assert.deepEqual(outcomes(results), ['passed', 'failed']);
    assert.equal(results[0]?.found, 'all held: an argument');
    assert.ok(!said.includes('first') && said.includes('lost a receipt') && said.includes('Error: broken'));
    assert.match(readFileSync(path.join(folder, 'good.log'), 'utf8'), /^first\n/);
    assert.equal(exitCodeOf(results), 1);
    assert.match(summarize(results), /\| good \| passed \| 0\.\d \| all held: an argument \|/);
  });

  test('ends a program that exceeds its time limit, and continues with the next one', async () => {
    const { results } = await run([
      program('hangs', 'setInterval(() => {}, 1000)', 100),
      program('next', 'console.log("ran")'),
    ]);
    assert.deepEqual(outcomes(results), ['over its time', 'passed']);
    assert.equal(exitCodeOf(results), 1);
  });

  test('ends the processes that a program started when the run is stopped, and does not start any more programs', async () => {
    const stopping = new AbortController();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const child = `require('node:net').connect(${port}, '127.0.0.1')`;
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const running = run(
      [
        program(
          'parent',
          `import { spawn } from 'node:child_process';
           spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' });`,
        ),
        program('next', ''),
      ],
      HOUR,
      stopping.signal,
    );
    const [socket] = await connected;
    const closed = once(socket.on('error', () => undefined).resume(), 'close');
    stopping.abort();
    assert.deepEqual(outcomes((await running).results), ['no time left', 'no time left']);
    await closed;
    server.close();
  });

  test('skips programs that the machine cannot run or that no longer fit into the time budget', async () => {
    const lacking = { ...program('pages', ''), missing: ['a browser'] };
    const { results } = await run([lacking, program('good', 'console.log("held")')]);
    assert.deepEqual(outcomes(results), ['could not run', 'passed']);
    assert.equal(results[0]?.found, 'needs a browser');
    assert.equal(exitCodeOf(results), 3);
    const late = await run([program('good', 'console.log("held")')], 0);
    assert.deepEqual(outcomes(late.results), ['no time left']);
    assert.equal(exitCodeOf(late.results), 3);
    assert.equal(exitCodeOf(results.slice(1)), 0);
  });
});
