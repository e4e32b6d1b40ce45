import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { acceptKey, type VerifyToken } from '../../http/caller.ts';
import { networkOf } from '../../http/limits/rate-limits.ts';
import { documented, EnvelopeError } from '../../http/schemas.ts';
import { parseStored } from '../../lib/stored-json.ts';
import { isFictionalKey } from '../../regulator/licenses/number.ts';
import { CHANGES_KEPT_DAYS } from './kept-days.ts';
import { ChangesEnvelope } from './schemas.ts';
import {
  type ChangesAccess,
  type ChangesPage,
  cursorOf,
  formatCursor,
  LICENSES_MAX,
  readChanges,
  readLicenseNumbers,
} from './service.ts';
import type { ListedChange } from './store.ts';
import type { ChangeWaiter } from './wait-for-change-service.ts';

interface ChangesRoutesOptions {
  readonly registry: ChangesAccess;
  readonly waiter: ChangeWaiter;
  readonly baseUrl: string;
  readonly verifyKey: VerifyToken;
  readonly limits: { readonly CHANGES: number; readonly KEYED: number; readonly ACCOUNT: number };
}

const WAIT_SECONDS_MAX = 30;
const CHANGES_MAX = 500;

const ChangesParameters = Type.Object({
  after: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'meta.next of the previous answer, or the cursor of a change; "now" to begin at the end. Without it, the oldest change that is kept comes first.',
    }),
  ),
  license_numbers: Type.Optional(
    Type.String({
      maxLength: 6_000,
      description: `up to ${LICENSES_MAX} license numbers in any spelling, separated by commas; without it, all vendors.`,
    }),
  ),
  limit: Type.Integer({
    minimum: 1,
    maximum: CHANGES_MAX,
    default: 100,
    description: `a whole number from 1 to ${CHANGES_MAX}.`,
  }),
  wait: Type.Integer({
    minimum: 0,
    maximum: WAIT_SECONDS_MAX,
    default: 0,
    description: `a whole number of seconds from 0 to ${WAIT_SECONDS_MAX}. If there is no change yet, the answer waits this long for one.`,
  }),
});

/**
 * The routes for the feed of changes to public records (contract 4.1.12), open to every caller with or
 * without a key.
 */
export const changesRoutes: FastifyPluginAsyncTypebox<ChangesRoutesOptions> = async (app, options) => {
  const { registry, waiter, baseUrl, verifyKey, limits } = options;
  acceptKey(app, verifyKey, limits.ACCOUNT);
  const takeOpen = app.takeLimit({ name: 'changes', perMinute: limits.CHANGES });
  const takeKeyed = app.takeLimit({ name: 'keyed', perMinute: limits.KEYED });
  app.addHook('preClose', async () => waiter.stop());

  app.get(
    '/api/v1/changes',
    {
      onRequest: async (request, reply) => {
        await (request.caller ? takeKeyed(reply, request.caller.keyId) : takeOpen(reply, networkOf(request)));
      },
      schema: {
        operationId: 'listChanges',
        summary: 'Changes to vendors',
        description: `Every change of a public record, in the order of publication, kept for ${CHANGES_KEPT_DAYS} days. Each answer has a cursor: send it as \`after\`, and nothing is skipped or repeated.`,
        tags: ['vendors'],
        querystring: ChangesParameters,
        response: {
          200: documented('The changes after the cursor.', 'application/json', ChangesEnvelope),
          '4xx': EnvelopeError,
        },
      },
    },
    async (request, reply) => {
      const { after, license_numbers: numbers, limit, wait } = request.query;
      const question = { after, licenseKeys: readLicenseNumbers(numbers), limit };
      const page = await readOrWait(question, { wait, request, reply });
      return reply.type('application/json; charset=utf-8').send(pageText(page, baseUrl));
    },
  );

  /**
   * Reads a page, and reads it again whenever there is something new, until the page includes a requested
   * change or the time is up.
   */
  async function readOrWait(
    question: Parameters<typeof readChanges>[1],
    asked: { readonly wait: number; readonly request: FastifyRequest; readonly reply: FastifyReply },
  ): Promise<ChangesPage> {
    const until = performance.now() + asked.wait * 1_000;
    const client = asked.request.caller?.accountId ?? networkOf(asked.request);
    let page = await readChanges(registry, question);
    const gone = asked.wait > 0 ? goneSignal(asked.reply) : undefined;
    while (gone && page.changes.length === 0) {
      const ms = until - performance.now();
      if (ms <= 0 || gone.aborted) break;
      await waiter.waitBehind(page.next.number, { ms, client, gone });
      const next = await readChanges(registry, { ...question, after: formatCursor(page.next) });
      if (next.next.number === page.next.number) break;
      page = next;
    }
    return page;
  }
};

/**
 * Returns a signal that is aborted when the request's connection ends, so that the service does not wait for
 * a disconnected client.
 */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => controller.abort());
  return controller.signal;
}

/** Returns the page as JSON text, with the stored texts of the changes unchanged. */
function pageText(
  { changes, next, more, asOf, completeFrom, fictional }: ChangesPage,
  baseUrl: string,
): string {
  const rows = changes.map((change) => rowText(change, baseUrl));
  const meta = {
    count: rows.length,
    next: formatCursor(next),
    more,
    as_of: asOf,
    complete_from: completeFrom,
    fictional,
  };
  return `{"data":[${rows.join(',')}],"meta":${JSON.stringify(meta)},"error":null}`;
}

function rowText(change: ListedChange, baseUrl: string): string {
  const { vendor_id, license_number, name, changes, as_of, data_as_of, published_at } = change;
  const head = JSON.stringify({
    cursor: cursorOf(change),
    vendor_id,
    license_number,
    name,
    kinds: kindsOf(changes),
  });
  const tail = JSON.stringify({
    // Even if the records are real now, a feed that began with demo data still contains its changes.
    fictional: isFictionalKey(change.license_key),
    as_of,
    data_as_of,
    published_at,
    scorecard_url: `${baseUrl}/api/vendors/${vendor_id}/scorecard`,
  });
  return `${head.slice(0, -1)},"changes":${changes},${tail.slice(1)}`;
}

/** Returns the kinds in a stored text, which `compareRecords` wrote. */
function kindsOf(changes: string): string[] {
  const parsed = parseStored<readonly { readonly kind: string }[]>(changes);
  return parsed.map(({ kind }) => kind);
}
