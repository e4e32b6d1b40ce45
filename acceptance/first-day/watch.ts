import Fastify from 'fastify';
import type { Coverage } from '../../src/intake/coverage/schemas.ts';
import { createOutboxService } from '../../src/operators/email/outbox-overview-service.ts';
import { openLedger } from '../../src/platform/db/open.ts';
import { operatorOverviewPages } from '../../src/web/operator/overview/routes.ts';
import { parse, type Texts } from '../rehearsal/html-texts.ts';
import type { Snapshot } from './truth.ts';

/** Reads what the service reports about itself. */

const TRIES = 8;

/** Takes a snapshot in which the page and the data come from the same publication. */
export async function takeSnapshot(url: string, now: () => Date): Promise<Snapshot> {
  for (let tries = 1; ; tries += 1) {
    const before = await ask(url, '/api/v1/coverage');
    const page = await ask(url, '/coverage');
    const ready = await ask(url, '/readyz');
    const after = await ask(url, '/api/v1/coverage');
    if (before.body !== after.body && tries < TRIES) continue;
    return {
      at: now().toISOString(),
      page,
      ready: { status: ready.status, body: toObject(ready.body) },
      coverage: after.status === 200 ? toCoverage(after.body) : undefined,
    };
  }
}

/** Returns a string that changes when the service publishes, fetches or rejects something. */
export async function readState(url: string): Promise<string> {
  const coverage = await ask(url, '/api/v1/coverage');
  const ready = await ask(url, '/readyz');
  return `${ready.status} ${coverage.status} ${coverage.body}`;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

async function ask(url: string, path: string): Promise<Answer> {
  const answer = await fetch(`${url}${path}`);
  return { status: answer.status, body: await answer.text() };
}

/** Returns the verdict for each license; `none` if the service does not know the license. */
export async function readVerdicts(url: string, numbers: readonly string[]): Promise<Map<string, string>> {
  const verdicts = new Map<string, string>();
  for (const number of numbers) {
    const { body } = await ask(url, `/api/v1/decision?license_number=${number}`);
    const [, verdict = 'none'] = /"verdict":"([A-Z]+)"/.exec(body) ?? [];
    verdicts.set(number, verdict);
  }
  return verdicts;
}

/**
 * Returns the operators' daily report on the records in a data folder. No service may be using the folder.
 */
export async function readDailyReport(dataDir: string, now: () => Date): Promise<Texts> {
  const place = { dataDir, databaseUrl: undefined };
  const ledger = openLedger(place);
  const app = Fastify({ genReqId: () => 'a-request' });
  try {
    await app.register(operatorOverviewPages, {
      findSession: async () => ({ accountId: 'a', name: 'Ola', email: 'ola@events.example', sessionId: 's' }),
      operatorAccess: async () => 'full',
      ledger,
      baseUrl: 'https://vendors.example',
      outbox: createOutboxService({ ledgerDb: ledger.db, now }),
      isFictional: async () => false,
      readNoted: () => undefined,
    });
    const { statusCode, body } = await app.inject({ url: '/operator/daily' });
    if (statusCode !== 200) throw new Error(`the daily report answers ${statusCode}: ${body.slice(0, 200)}`);
    return parse(body.replaceAll(/<time datetime="([^"]*)">[^<]*<\/time>/g, '$1'));
  } finally {
    await app.close();
    await ledger.close();
  }
}

/** Parses a coverage response. test/openapi.test.ts ensures that the response has its documented format. */
function toCoverage(body: string): Coverage {
  return (JSON.parse(body) as { readonly data: Coverage }).data;
}

function toObject(body: string): Readonly<Record<string, unknown>> {
  return JSON.parse(body) as Readonly<Record<string, unknown>>;
}
