import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { field, rows } from '../../test/support/check.ts';
import { reservedNumber } from '../../test/support/demo-app.ts';
import { callTool, connectClient, PROTOCOLS, type ToolResult } from '../../test/support/mcp-client.ts';
import { runCommandOf, startServiceOf } from '../support/service.ts';

/**
 * Runs six tasks that people give to agents. The official client does them with only the information that the
 * tools return. The tasks run over HTTP in both versions of the protocol, and over standard input and output
 * with a database and with a running service. Prints a transcript. Exits with 1 unless every task succeeds.
 */
type Call = (name: string, values?: Record<string, unknown>) => Promise<ToolResult>;

const CHECKOUT = path.resolve(import.meta.dirname, '../..');
const SHOWN_MAX = 300;

const dataDir = await mkdtemp(path.join(tmpdir(), 'mcp-tasks-'));
const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
try {
  const made = await runCommandOf(CHECKOUT, ['demo', '--vendors', '300'], settings);
  assert.equal(made.code, 0, made.stderr);
  const service = await startServiceOf(CHECKOUT, { ...settings, RATE_LIMIT_MCP: '0' });
  try {
    for (const protocol of PROTOCOLS) {
      const { client, call } = await connectClient(`${service.url}/mcp`, protocol);
      await doTasks(`HTTP, ${protocol}`, call);
      await client.close();
    }
    await overStdio('standard input and output, the database here', []);
    await overStdio('standard input and output, a running service', ['--service', service.url]);
  } finally {
    await service.stop();
  }
} finally {
  await rm(dataDir, { recursive: true });
}

async function overStdio(name: string, options: readonly string[]): Promise<void> {
  const client = new Client({ name: 'tasks', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const args = [path.join(CHECKOUT, 'src/main.ts'), 'mcp', ...options];
  const env = { ...settings, PATH: process.env.PATH ?? '' };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'inherit' }));
  await doTasks(`${name}, ${client.getNegotiatedProtocolVersion()}`, (tool, values = {}) =>
    callTool(client, tool, values),
  );
  await client.close();
}

async function doTasks(connection: string, tell: Call): Promise<void> {
  console.log(`\n=== ${connection}`);
  const call: Call = async (name, values = {}) => {
    const answer = await tell(name, values);
    const text = answer.isError ? answer.text : JSON.stringify(answer.structured);
    const shown = text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}… (${text.length} characters)` : text;
    console.log(
      `→ ${name} ${JSON.stringify(values).slice(0, SHOWN_MAX)}\n← ${answer.isError ? 'error: ' : ''}${shown}`,
    );
    return answer;
  };
  const vendorOf = async (q: string) => {
    const { structured } = await call('find_vendor', { q, limit: 1 });
    return {
      id: String(field(structured, 'vendors', 0, 'id')),
      name: field(structured, 'vendors', 0, 'name'),
    };
  };

  console.log('\n1. “May I book the truck with this number for my festival?”');
  const booked = await vendorOf(reservedNumber('grade-a'));
  const decided = await call('decide', { vendor_id: booked.id, event_type: 'festival' });
  assert.equal(decided.structured.verdict, 'CLEAR');

  console.log('\n2. “Here is my list. Whom must I not invite?”');
  const states = ['grade-a', 'grade-c', 'grade-f', 'emergency-hold'];
  const vendors = states.map((state) => ({ license_number: reservedNumber(state), reference: state }));
  const list = await call('check_list', {
    vendors: [...vendors, { license_number: 'X', reference: 'typo' }],
  });
  const refused = rows(list.structured.decisions).filter(
    (row) => field(row, 'decision', 'verdict') === 'DECLINE',
  );
  assert.deepEqual(
    refused.map((row) => field(row, 'reference')),
    ['grade-f', 'emergency-hold'],
  );
  assert.equal(field(list.structured, 'meta', 'failed'), 1);

  console.log('\n3. “Why does this truck have a C?”');
  const explained = await call('explain_record', {
    vendor_id: (await vendorOf(reservedNumber('grade-c'))).id,
  });
  assert.equal(explained.structured.grade, 'C');
  assert.ok(rows(explained.structured.inspections).length > 0);

  console.log(
    '\n4. “I own this truck. What do I fix first?” (the agent names the argument wrongly and mends it)',
  );
  const wrong = await call('self_check', { license: reservedNumber('grade-d') });
  assert.match(wrong.text, /"license" is not known/);
  const check = await call('self_check', { license_number: reservedNumber('grade-d') });
  assert.ok(field(check.structured, 'limiting_factors', 0, 'corrective_action'));

  console.log('\n5. “Is this receipt genuine? And this one, in which a character differs?”');
  const receipt = String(decided.structured.receipt);
  assert.equal((await call('verify_receipt', { receipt })).structured.valid, true);
  const changed = `${receipt.slice(0, 40)}${receipt[40] === 'A' ? 'B' : 'A'}${receipt.slice(41)}`;
  assert.equal((await call('verify_receipt', { receipt: changed })).structured.valid, false);

  console.log('\n6. “How do trucks of the state fare, and what is new since I asked?”');
  const statistics = await call('statistics');
  assert.equal(field(statistics.structured, 'vendors', 'total'), 300);
  const now = await call('list_changes', { after: 'now' });
  const since = await call('list_changes', { after: field(now.structured, 'meta', 'next') });
  assert.deepEqual(since.structured.changes, []);
  console.log('All six done.');
}
