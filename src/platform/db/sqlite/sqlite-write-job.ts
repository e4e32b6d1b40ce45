import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { connectSqlite } from './sqlite-connection.ts';
import { SqliteFile } from './sqlite-driver.ts';
import type { ThreadData, WriteOrder, WriteReport } from './sqlite-write-thread.ts';

/** Runs the statements that it is sent, one after the other, each as a transaction of its own, and reports each when it is on the disk. */
const { file, connection }: ThreadData = workerData;
const database = new SqliteFile(connectSqlite(file, connection));
const report = (of: WriteReport) => parentPort?.postMessage(of);

parentPort?.on('message', async (order: WriteOrder | 'stop') => {
  if (order === 'stop') {
    database.close();
    parentPort?.close();
    return;
  }
  const { text, parameters, lockMs } = order;
  await database.takeTurn();
  try {
    await database.execute(text, parameters, lockMs);
    report('written');
  } catch (error) {
    report(toFailure(error));
  } finally {
    database.giveTurn();
  }
});
report('ready');

/** An error loses its class and its codes on the way to another thread, so they are sent apart. */
function toFailure(error: unknown): WriteReport {
  const origin = error instanceof DatabaseUnavailable ? error.cause : error;
  if (!(origin instanceof Error)) return { message: String(origin), errcode: 0 };
  const errcode = 'errcode' in origin && typeof origin.errcode === 'number' ? origin.errcode : 0;
  return { message: origin.message, errcode };
}
