import { setTimeout as wait } from 'node:timers/promises';
import { Client } from './connections.ts';
import { Findings } from './findings.ts';
import { watchMemory } from './memory.ts';
import type { RawCase } from './raw-case.ts';
import { judgeRaw } from './raw-checks.ts';
import { sendRaw } from './raw-connection.ts';
import { makeRawCase } from './raw-generate.ts';
import { watchHeld } from './raw-held.ts';
import { quote } from './request.ts';
import type { RunReport, StructuredOptions } from './structured.ts';

const AT_ONCE = 32;
const GOOD_EVERY = 1_000;
const SETTLE_MS = 2_000;
/** Found in every family, from one cause. */
const ALIKE = new Set(['no X-Request-Id', 'error body']);

/** All cases of the raw part, each over a connection of its own, and what is wrong with what came back. */
export async function runRaw({ service, seed, first, end }: StructuredOptions): Promise<RunReport> {
  const host = `127.0.0.1:${service.port}`;
  const findings = new Findings();
  const statuses: Record<string, number> = {};
  const memory = watchMemory(service);
  const held = watchHeld(service.port, host);
  const began = performance.now();
  let next = first;
  const work = async () => {
    while (next < end && service.isAlive()) {
      const index = next++;
      const made = makeRawCase(seed, index, host);
      const result = await sendRaw(service.port, made);
      if (result.responses.length === 0) statuses['0'] = (statuses['0'] ?? 0) + 1;
      for (const { status } of result.responses) statuses[status] = (statuses[status] ?? 0) + 1;
      for (const fault of judgeRaw(made, result))
        findings.add({
          name: ALIKE.has(fault.kind) ? 'any family' : made.family,
          status: ALIKE.has(fault.kind) ? 0 : (result.responses[0]?.status ?? 0),
          ...fault,
          example: toCommand(made, service.port),
        });
      if (index % GOOD_EVERY === GOOD_EVERY - 1) await checkGood(service.port, host, index, findings);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const seconds = (performance.now() - began) / 1_000;
  for (const fault of await held.finish()) findings.add({ ...fault, status: 0 });
  await wait(SETTLE_MS);
  checkService(service, findings);
  return { sent: next - first, seconds, statuses, memory: memory.stop(), findings };
}

async function checkGood(port: number, host: string, index: number, findings: Findings): Promise<void> {
  const client = new Client(port);
  const exchange = await client.send(Buffer.from(`GET /readyz HTTP/1.1\r\nHost: ${host}\r\n\r\n`), false);
  client.close();
  if (exchange.kind === 'answer' && exchange.response.status === 200) return;
  const detail = exchange.kind === 'answer' ? `answered with ${exchange.response.status}` : exchange.why;
  findings.add({
    name: 'a good client',
    kind: 'not served',
    status: 0,
    detail,
    example: `after case ${index}`,
  });
}

function checkService(service: StructuredOptions['service'], findings: Findings): void {
  const nowhere = { name: 'the service', status: 0, example: '' };
  if (!service.isAlive()) findings.add({ ...nowhere, kind: 'crashed', detail: service.stderr().slice(-600) });
  for (const line of service.log)
    if (Number(line.level ?? 60) >= 50)
      findings.add({
        ...nowhere,
        kind: 'log line of level 50',
        detail: `${line.msg} ${JSON.stringify(line.err ?? line)}`,
      });
}

/** The case as a command; many parts are written as one. */
function toCommand({ parts, index, pauseMs, end, resetAfter }: RawCase, port: number): string {
  const text = Buffer.concat(parts).toString('latin1');
  const how = [
    parts.length > 1 ? `${parts.length} parts, ${pauseMs} ms between` : '',
    end,
    resetAfter === undefined ? '' : `hangs up after ${resetAfter} bytes`,
  ];
  return `printf '%b' ${quote(text).replace(/^\$/, '').replace(/\\'/g, "'\\''")} | nc 127.0.0.1 ${port}  # case ${index}: ${how.filter((each) => each !== '').join(', ')}`;
}
