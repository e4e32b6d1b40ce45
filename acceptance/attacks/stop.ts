import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startFakeMailServer } from '../../test/support/mail-server.ts';
import type { RunningService } from '../support/service.ts';
import type { Attack, AttackContext } from './attack.ts';

/**
 * Stops the service while something is not responding: an email server, the regulator, Stripe, a client or an
 * import. Email that is interrupted must still arrive after a restart.
 */
export const attack: Attack = {
  name: 'stop',
  guarantee:
    'Whatever hangs, the process ends within 10 s of SIGTERM, at once on a second one, and loses no mail',
  engines: ['sqlite', 'postgres'],
  async run(context) {
    const seen: Seen[] = [];
    for (const [name, makeCase] of Object.entries(CASES)) {
      const { settings, prepare, close } = await makeCase();
      const service = await context.startService(settings);
      await prepare(service);
      const { code, seconds } = await service.stop();
      seen.push({ name, code, seconds, ok: seconds < 10 });
      await close();
    }
    seen.push(await stopTwice(context));
    if (context.engine === 'postgres') seen.push(await stopFrozen(context));
    const lost = await countUnsent(context);
    const saw = seen.map(({ name, code, seconds }) => `${name} ${seconds.toFixed(1)} s, exit ${code}`);
    return { held: seen.every(({ ok }) => ok) && lost === 0, saw: `${saw.join('; ')}; mails lost ${lost}` };
  },
};

interface Seen {
  readonly name: string;
  readonly code: number | null;
  readonly seconds: number;
  readonly ok: boolean;
}

interface Case {
  readonly settings: Readonly<Record<string, string>>;
  readonly prepare: (service: RunningService) => Promise<void>;
  readonly close: () => Promise<void>;
}

const SUBSCRIPTION_TO_CANCEL = `insert into subscriptions (id, account_id, license_type, license_digits, provider,
  customer_id, state, cancel_at_period_end, revision, created_at, updated_at) values ('sub_1', 'nobody', '2014', '4758801',
  'stripe', 'cus_1', 'cancel_requested', 0, 1, '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z')`;
const SMTP_GREETING = '220 mail.example ESMTP\r\n';

const CASES: Readonly<Record<string, () => Promise<Case>>> = {
  'nothing hangs': async () => ({ settings: {}, prepare: async () => {}, close: async () => {} }),
  'slow regulator': async () => {
    const asked = Promise.withResolvers<void>();
    const server = createHttpServer((_request, response) => {
      asked.resolve();
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '50000000' });
      const timer = setInterval(() => response.write('"a",'), 200);
      response.once('close', () => clearInterval(timer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return {
      settings: { REGULATOR_SOURCE: `http://127.0.0.1:${portOf(server)}` },
      prepare: () => asked.promise.then(() => wait(1_000)),
      async close() {
        server.closeAllConnections();
        server.close();
      },
    };
  },
  'import under way': async () => ({
    settings: { AS_OF: '2026-02-02' },
    prepare: () => wait(2_000),
    close: async () => {},
  }),
  'slow client': async () => {
    let client: Socket | undefined;
    return {
      settings: {},
      async prepare(service) {
        client = connect(service.port, '127.0.0.1');
        client.on('error', () => {});
        client.write(
          'POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n' +
            'Content-Length: 1000\r\n\r\nemail=',
        );
        await wait(500);
        // Prepares the next case. When the service starts, it looks for subscriptions to cancel at Stripe.
        await execute(service, SUBSCRIPTION_TO_CANCEL);
      },
      close: async () => void client?.destroy(),
    };
  },
  'silent Stripe': async () => {
    const asked = Promise.withResolvers<void>();
    const { server, close } = await startListener(() => asked.resolve());
    return {
      settings: {
        STRIPE_API_BASE: `http://127.0.0.1:${portOf(server)}`,
        STRIPE_SECRET_KEY: 'sk_test_12345678',
        STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
      },
      prepare: () => asked.promise,
      close,
    };
  },
  // Only the cases from here on may queue email. In the earlier cases, a service without an email server
  // would write it to a file.
  'silent mail server': () => mailCase(() => {}),
  'mail server silent after its greeting': () => mailCase((socket) => void socket.write(SMTP_GREETING)),
  'mail server that trickles': () =>
    mailCase((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 1_000);
      socket.once('close', () => clearInterval(timer));
    }),
  'mail server silent after the message': () =>
    mailCase((socket) => {
      socket.write(SMTP_GREETING);
      socket.on('data', (data) => answerUntilMessage(socket, data.toString()));
    }),
};

/** Queues an email for an email server that handles its connection with the given function. */
async function mailCase(onConnection: (socket: Socket) => void): Promise<Case> {
  const connected = Promise.withResolvers<void>();
  const { server, close } = await startListener((socket) => {
    onConnection(socket);
    connected.resolve();
  });
  return {
    settings: { SMTP_URL: `smtp://127.0.0.1:${portOf(server)}` },
    async prepare(service) {
      for (let mail = 0; mail < 9; mail++) await queueMail(service);
      await connected.promise;
      await wait(1_000);
    },
    close,
  };
}

async function stopTwice(context: AttackContext): Promise<Seen> {
  const { settings, prepare, close } = await mailCase(() => {});
  const service = await context.startService(settings);
  await prepare(service);
  setTimeout(() => service.child.kill('SIGINT'), 1_000);
  const { code, seconds } = await service.stop();
  await close();
  return { name: 'a second signal after 1 s', code, seconds, ok: seconds < 2 };
}

/**
 * Connects to the database through a relay. If the stop signal is sent while a request is waiting, the relay
 * stops forwarding.
 */
async function stopFrozen(context: AttackContext): Promise<Seen> {
  const direct = await context.startService();
  await direct.stop();
  const url = new URL(direct.settings.DATABASE_URL ?? '');
  const port = Number(url.port || 5432);
  const host = url.hostname;
  const sockets = new Set<Socket>();
  const relay = await startListener((socket) => {
    const onward = connect(port, host).on('error', () => {});
    socket.pipe(onward).pipe(socket);
    sockets.add(socket).add(onward);
  });
  url.hostname = '127.0.0.1';
  url.port = String(portOf(relay.server));
  const service = await context.startService({ DATABASE_URL: url.href });
  for (const socket of sockets) socket.unpipe().pause();
  const client = connect(service.port, '127.0.0.1').on('error', () => {});
  client.write('GET /api/vendors?q=taco HTTP/1.1\r\nHost: x\r\n\r\n');
  await wait(500);
  const { code, seconds } = await service.stop();
  for (const socket of sockets) socket.destroy();
  await relay.close();
  return { name: 'database that froze', code, seconds, ok: seconds < 10 };
}

/**
 * Starts the service again with a working email server, waits for a while, and counts the emails that have
 * not arrived.
 */
async function countUnsent(context: AttackContext): Promise<number> {
  const mails = await startFakeMailServer();
  const service = await context.startService({ SMTP_URL: mails.url });
  // Failed work waits for its next attempt, and an email that a killed process had claimed waits for five
  // minutes.
  await execute(
    service,
    'update mails set next_attempt_at = created_at, claimed_until = null where sent_at is null',
  );
  const queued = 5 * 9;
  for (let tries = 0; tries < 100 && mails.arrived.length < queued; tries++) await wait(200);
  await service.stop();
  const subjects = new Set(mails.arrived.map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1]));
  await mails.close();
  return queued - subjects.size;
}

async function queueMail(service: RunningService): Promise<void> {
  const id = randomUUID();
  const now = new Date().toISOString();
  await execute(
    service,
    `insert into mails (id, recipient, subject, body, created_at, next_attempt_at, attempts)
     values ('${id}', 'jane@trucks.example', 'Mail ${id}', 'Hello', '${now}', '${now}', 0)`,
  );
}

async function execute({ settings, dataDir }: RunningService, statement: string): Promise<void> {
  if (settings.DATABASE_URL === undefined) {
    const ledger = new DatabaseSync(path.join(dataDir, 'ledger.sqlite'), { timeout: 10_000 });
    ledger.exec(statement);
    ledger.close();
    return;
  }
  const client = new pg.Client({ connectionString: settings.DATABASE_URL });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

function answerUntilMessage(socket: Socket, line: string): void {
  if (/^(EHLO|HELO|MAIL|RCPT)/.test(line)) socket.write('250 OK\r\n');
  if (/^DATA/.test(line)) socket.write('354 go on\r\n');
}

async function startListener(
  onConnection: (socket: Socket) => void,
): Promise<{ server: Server; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    server,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen on a port');
  return address.port;
}
