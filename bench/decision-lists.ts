import { Agent, request } from 'node:http';
import path from 'node:path';
import { list, median, round } from './report.ts';
import { startService } from './service.ts';
import { openWorkspace } from './workspace.ts';

/**
 * 200 decisions in one request against 200 single ones over one kept connection, in turn: `node bench/decision-lists.ts`. The
 * service is a process of its own on the embedded database, over demo records, without limits.
 */
const VENDORS = 200;
const PAIRS = 15;

async function main(): Promise<void> {
  const workspace = await openWorkspace();
  try {
    const { port } = await startService(workspace, path.join(workspace.folder, 'data'));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (address: string, body?: string) => send({ port, agent }, address, body);
    const numbers = await listNumbers(ask);
    const body = JSON.stringify({ vendors: numbers.map((license_number) => ({ license_number })) });
    const singly = async () => {
      for (const number of numbers) await ask(`/api/v1/decision?license_number=${number}`);
    };
    const atOnce = async () => {
      const { meta } = JSON.parse(await ask('/api/v1/decisions', body));
      if (meta.decided !== VENDORS) throw new Error(`${meta.decided} of ${VENDORS} were decided`);
    };
    await singly();
    await atOnce();
    const pairs: { single: number; list: number }[] = [];
    for (let pair = 0; pair < PAIRS; pair++)
      pairs.push({ single: await timeOf(singly), list: await timeOf(atOnce) });
    const ratios = pairs.map(({ single, list: whole }) => single / whole);
    console.log(
      `${VENDORS} decisions: singly ${round(median(pairs.map(({ single }) => single)))} ms, as a list ${round(median(pairs.map((each) => each.list)))} ms`,
    );
    console.log(`singly takes ${round(median(ratios))} × the list's time (${list(ratios)})`);
    agent.destroy();
  } finally {
    await workspace.close();
  }
}

async function listNumbers(ask: (address: string) => Promise<string>): Promise<string[]> {
  const pages = await Promise.all([0, 100].map((offset) => ask(`/api/vendors?limit=100&offset=${offset}`)));
  const found: { license: { number: string } }[] = pages.flatMap((page) => JSON.parse(page));
  return found.map(({ license }) => license.number);
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function send(to: { port: number; agent: Agent }, address: string, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options =
      body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' } };
    const asked = request({ host: '127.0.0.1', ...to, path: address, ...options }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve(Buffer.concat(chunks).toString());
        else reject(new Error(`${address}: ${answer.statusCode}`));
      });
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

await main();
