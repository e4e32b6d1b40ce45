import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { TOOLS } from '../../src/mcp/tools.ts';
import { runCli } from '../support/cli.ts';
import { type DemoApp, openDemoApp, reservedNumber } from '../support/demo-app.ts';
import { openTestSqlite } from '../support/engines.ts';
import { callTool, listenForTools } from '../support/mcp-client.ts';
import { long } from '../support/whole-run.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/main.ts');

/** Runs `mcp` as a client would: as a process that communicates over standard input and output. */
describe('tools for agents over standard input and output', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mcp-stdio-'));
  });
  after(() => rm(folder, { recursive: true }));

  const connect = async (options: readonly string[]) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const env = { PATH: process.env.PATH ?? '', DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'warn' };
    const args = [MAIN, 'mcp', ...options];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, stderr: 'inherit' }),
    );
    return client;
  };
  const assertAnswers = async (client: Client) => {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      TOOLS.map(({ name }) => name),
    );
    const decided = await callTool(client, 'decide', { license_number: reservedNumber('grade-a') });
    assert.equal(decided.structured.verdict, 'CLEAR');
    const receipt = { receipt_number: decided.structured.receipt_number };
    const verified = await callTool(client, 'verify_receipt', receipt);
    assert.deepEqual([verified.structured.valid, verified.structured.issued], [true, true]);
    const refused = await callTool(client, 'decide', {});
    assert.deepEqual([refused.isError, /Send "license_number"/.test(refused.text)], [true, true]);
  };

  test('work on the local database and issue receipts that are stored', async () => {
    const made = await runCli(['demo', '--vendors', '100'], { DATA_DIR: path.join(folder, 'data') });
    assert.equal(made.code, 0, made.stderr);
    const client = await connect([]);
    await assertAnswers(client);
    await client.close();
  });

  test('work through a running service, which issues the receipts', long, async () => {
    const demo: DemoApp = await openDemoApp(await openTestSqlite());
    try {
      const address = new URL('/', await listenForTools(demo.app)).href;
      const client = await connect(['--service', address]);
      await assertAnswers(client);
      await client.close();
      const filed = await demo.database.db.selectFrom('receipts').select('jti').execute();
      assert.equal(filed.length, 1);
    } finally {
      await demo.close();
    }
  });
});
