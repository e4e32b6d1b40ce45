import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFakeRegulator } from '../../../test/support/fake-regulator.ts';
import { migrateLedger } from '../../platform/db/migrate.ts';
import { openLedger } from '../../platform/db/open.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';

const PROCESS = new URL('./refresh-process.ts', import.meta.url).href;
const skip = process.platform === 'linux' ? false : 'only Linux lists the processes and threads of a process';

/**
 * Starts a service whose refresh never finishes, because the regulator never responds. Returns the service
 * and the refresh process's id once that process has sent a request.
 */
async function startSlowRefresh(t: Parameters<typeof startFakeRegulator>[0]) {
  const regulator = await startFakeRegulator(t);
  for (const { path: address } of REGULATOR.listFiles()) regulator.plan(address, { kind: 'hang', body: 'x' });
  const folder = mkdtempSync(path.join(tmpdir(), 'refresh-'));
  t.after(async () => rmSync(folder, { recursive: true }));
  const database = openLedger({ databaseUrl: undefined, dataDir: folder });
  await migrateLedger(database);
  await database.close();
  const environment = { DATA_DIR: folder, REGULATOR_SOURCE: regulator.baseUrl.href };
  const program = `import { startRefresh } from '${PROCESS}';
    startRefresh({ environment: ${JSON.stringify(environment)} }).result.catch(() => {});`;
  const service = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' });
  t.after(async () => {
    service.kill('SIGKILL');
  });
  while (regulator.underWay() === 0) await sleep(20);
  const [refresh] = readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8')
    .trim()
    .split(' ');
  assert.ok(refresh);
  return { service, refresh: Number(refresh) };
}

test('a refresh that no request waits for runs at a lower priority than its service, on all its threads', {
  skip,
}, async (t) => {
  const { service, refresh } = await startSlowRefresh(t);
  const before = getPriority(service.pid);
  const threads = readdirSync(`/proc/${refresh}/task`).map(Number);
  assert.ok(threads.length > 1);
  assert.deepEqual(new Set(threads.map((thread) => getPriority(thread))), new Set([Math.max(before, 10)]));
});

test('a refresh ends when the service that started it is killed', { skip }, async (t) => {
  const { service, refresh } = await startSlowRefresh(t);
  const killed = once(service, 'exit');
  service.kill('SIGKILL');
  await killed;
  while (existsSync(`/proc/${refresh}/status`) && !isZombie(refresh)) await sleep(20);
});

test('the service ends its refresh after a signal to the whole process group', { skip }, async (t) => {
  const { service, refresh } = await startSlowRefresh(t);
  process.kill(refresh, 'SIGTERM');
  await sleep(200);
  assert.ok(existsSync(`/proc/${refresh}/status`) && !isZombie(refresh));
  assert.equal(service.exitCode, null);
});

/** Returns true if a process has ended but was not reaped, as can happen in a container. */
function isZombie(id: number): boolean {
  return readFileSync(`/proc/${id}/status`, 'utf8').includes('State:\tZ');
}
