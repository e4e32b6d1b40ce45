import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from './connections.ts';
import { type Finding, Findings } from './findings.ts';
import { watchMemory } from './memory.ts';
import type { RawCase } from './raw-case.ts';
import { judgeRaw } from './raw-checks.ts';
import { sendRaw } from './raw-connection.ts';
import { makeRawCase } from './raw-generate.ts';
import { quote } from './request.ts';
import type { RunReport, StructuredOptions } from './structured.ts';

const AT_ONCE = 32;
const GOOD_EVERY = 1_000;
const SETTLE_MS = 2_000;
/** Findings that have the same cause in every family of cases. */
const ALIKE = new Set(['no X-Request-Id', 'error body']);

/** A stalled connection must be closed within this time. */
const CLOSED_WITHIN_MS = 45_000;
const DRIP_EVERY_MS = 2_000;

interface Held {
  readonly name: string;
  readonly sent: string;
  /** Text that is written one byte at a time, over and over. */
  readonly drip: string;
}

/** Runs all raw cases, each on its own connection. Returns the faults in the responses. */
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

/** Returns a command that sends the case. If there are many parts, the command sends them as one. */
function toCommand({ parts, index, pauseMs, end, resetAfter }: RawCase, port: number): string {
  const text = Buffer.concat(parts).toString('latin1');
  const how = [
    parts.length > 1 ? `${parts.length} parts, ${pauseMs} ms between` : '',
    end,
    resetAfter === undefined ? '' : `hangs up after ${resetAfter} bytes`,
  ];
  return `printf '%b' ${quote(text).replace(/^\$/, '').replace(/\\'/g, "'\\''")} | nc 127.0.0.1 ${port}  # case ${index}: ${how.filter((each) => each !== '').join(', ')}`;
}

/**
 * Opens connections that stall for the whole run. `finish` returns the connections that the service did not
 * close in time.
 */
function watchHeld(port: number, host: string): { finish(): Promise<Omit<Finding, 'status'>[]> } {
  const waiting = listHeld(host).map((held) => hold(port, held));
  return { finish: async () => (await Promise.all(waiting)).filter((fault) => fault !== undefined) };
}

function listHeld(host: string): Held[] {
  const head = `POST /api/v1/decision/verify HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`;
  return [
    { name: 'nothing is sent', sent: '', drip: '' },
    { name: 'half a request line', sent: 'GET /hea', drip: '' },
    { name: 'half a head', sent: `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n`, drip: '' },
    { name: 'half a body', sent: `${head}Content-Length: 100\r\n\r\n{"receipt":`, drip: '' },
    { name: 'half a chunk', sent: `${head}Transfer-Encoding: chunked\r\n\r\n10\r\nabc`, drip: '' },
    { name: 'a head that never ends', sent: `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nX: `, drip: 'x' },
    { name: 'a body that never ends', sent: `${head}Content-Length: 10000\r\n\r\n`, drip: 'x' },
    { name: 'chunks that never end', sent: `${head}Transfer-Encoding: chunked\r\n\r\n`, drip: '1\r\nx\r\n' },
    {
      name: 'an upload that never ends',
      sent: `POST /sign-in HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 10000\r\n\r\n`,
      drip: 'x',
    },
  ];
}

function hold(port: number, { name, sent, drip }: Held): Promise<Omit<Finding, 'status'> | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => {});
    if (sent !== '') socket.write(sent);
    const dripping = setInterval(() => {
      if (drip !== '' && socket.writable) socket.write(drip);
    }, DRIP_EVERY_MS);
    const timer = setTimeout(
      () => finish(`still open after ${CLOSED_WITHIN_MS / 1_000} s`),
      CLOSED_WITHIN_MS,
    );
    const finish = (detail: string | undefined) => {
      clearTimeout(timer);
      clearInterval(dripping);
      socket.destroy();
      resolve(
        detail === undefined
          ? undefined
          : { name: `held: ${name}`, kind: 'stays open', detail, example: JSON.stringify(sent) },
      );
    };
    socket.resume();
    socket.on('close', () => finish(undefined));
  });
}
