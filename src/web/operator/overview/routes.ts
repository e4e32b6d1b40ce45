import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { AppError } from '../../../http/errors/errors.ts';
import {
  type CoverageReader,
  describeCoverage,
  describeSource,
} from '../../../intake/coverage/coverage-service.ts';
import {
  countRuns,
  findRun,
  findRunFile,
  listDecidedFiles,
  listRefusedRows,
  listRunFiles,
  listRuns,
} from '../../../intake/log/runs-service.ts';
import type { OutboxService } from '../../../operators/email/outbox-overview-service.ts';
import { countSubscriptions, listSubscriptions } from '../../../owner/billing/list-subscriptions-service.ts';
import type { FactName, NotedFact } from '../../../platform/job-findings.ts';
import { findPublishedState } from '../../../published-state/service.ts';
import { queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { signedInOf } from '../../kit/frame/session.ts';
import { frameOf } from '../../kit/frame/signed-in-frame.ts';
import { isBeyond, readPage, windowOf } from '../../kit/paging.ts';
import { type OperatorGuard, prepareOperatorPages } from '../guard.ts';
import { renderDaily } from './daily-page.ts';
import { renderRefusedRows, renderRun, renderRuns } from './imports-page.ts';
import { renderMail } from './mail-page.ts';
import { renderSubscriptions } from './subscriptions-page.ts';

const FORM_BYTES_MAX = 1_024;
const RUNS_A_PAGE = 50;
const ROWS_A_PAGE = 100;
const schema = { hide: true };

interface OperatorOverviewOptions extends OperatorGuard {
  readonly ledger: CoverageReader;
  readonly outbox: OutboxService;
  readonly baseUrl: string;
  readonly readNoted: (name: FactName) => NotedFact | undefined;
}

/** Pages where operators see imports, email, subscriptions and the daily report. Other accounts get a 404. */
export const operatorOverviewPages: FastifyPluginAsync<OperatorOverviewOptions> = async (app, options) => {
  const { ledger, outbox, baseUrl, readNoted } = options;
  prepareOperatorPages(app, { ...options, forms: { bytesMax: FORM_BYTES_MAX, baseUrl } });
  app.get('/operator/daily', { schema }, async (request, reply) => {
    const [run] = await listRuns(ledger.db, { offset: 0, rowsMax: 1 });
    const coverage = (await findPublishedState(ledger.published.db)) && (await describeCoverage(ledger));
    const source = coverage?.source ?? (await describeSource(ledger));
    const noted = { pages: readNoted('pages-checked'), backups: readNoted('backups-seen') };
    const page = renderDaily(await frameOf(request, options), { run, coverage, source, noted });
    return sendPage(reply, 200, page);
  });

  addImportPages(app, options);

  app.get('/operator/mail', { schema }, async (request, reply) => {
    const notice = NOTICES.get(queryOf(request).get('done') ?? '');
    const place = { page: readPage(queryOf(request)), pageSize: ROWS_A_PAGE };
    const overview = await outbox.describe(windowOf(place));
    const list = { ...place, total: overview.waiting + overview.failing + overview.givenUp };
    const status = isBeyond(list) ? 404 : 200;
    return sendPage(
      reply,
      status,
      renderMail(await frameOf(request, options), overview, { ...place, notice }),
    );
  });
  app.post<{ Params: { id: string } }>('/operator/mail/:id/retry', { schema }, async (request, reply) => {
    const { accountId } = signedInOf(request);
    const isDue = await outbox.retry(accountId, request.params.id);
    return seeOther(reply, `/operator/mail?done=${isDue ? 'due' : 'not'}`);
  });

  app.get('/operator/subscriptions', { schema }, async (request, reply) => {
    const place = { page: readPage(queryOf(request)), pageSize: ROWS_A_PAGE };
    const counts = await countSubscriptions(ledger.db);
    const list = { ...place, total: counts.reduce((sum, { count }) => sum + count, 0) };
    const subscriptions = await listSubscriptions(ledger.db, windowOf(place));
    const page = renderSubscriptions(await frameOf(request, options), { counts, subscriptions, list });
    return sendPage(reply, isBeyond(list) ? 404 : 200, page);
  });
};

function addImportPages(
  app: Parameters<FastifyPluginAsync>[0],
  options: Pick<OperatorOverviewOptions, 'ledger' | 'isFictional'>,
): void {
  const { ledger } = options;
  app.get('/operator/imports', { schema }, async (request, reply) => {
    const place = { page: readPage(queryOf(request)), pageSize: RUNS_A_PAGE };
    const list = { ...place, total: await countRuns(ledger.db) };
    const runs = await listRuns(ledger.db, windowOf(place));
    const decided = await listDecidedFiles(ledger.db);
    const page = renderRuns(await frameOf(request, options), { runs, decided, list });
    return sendPage(reply, isBeyond(list) ? 404 : 200, page);
  });

  app.get<{ Params: { run: string } }>('/operator/imports/:run', { schema }, async (request, reply) => {
    const run = await findRun(ledger.db, idOf(request.params.run));
    if (!run) throw new AppError('not_found', 'There is no such run.');
    const files = await listRunFiles(ledger.db, run.id);
    return sendPage(reply, 200, renderRun(await frameOf(request, options), run, files));
  });

  app.get<{ Params: { run: string; file: string } }>(
    '/operator/imports/:run/files/:file',
    { schema },
    async (request, reply) => {
      const { params } = request;
      const file = await findRunFile(ledger.db, idOf(params.run), idOf(params.file));
      if (!file) throw new AppError('not_found', 'There is no such file.');
      const afterLine = numberOf(request, 'after', Number.MAX_SAFE_INTEGER);
      const found = await listRefusedRows(ledger.db, file.id, { afterLine, rowsMax: ROWS_A_PAGE + 1 });
      const rows = found.slice(0, ROWS_A_PAGE);
      const next = found.length > ROWS_A_PAGE ? rows.at(-1)?.line : undefined;
      return sendPage(reply, 200, renderRefusedRows(await frameOf(request, options), file, { rows, next }));
    },
  );
}

/** Fixed notices by key. The URL carries only the key, so that text in a URL never appears on a page. */
const NOTICES: ReadonlyMap<string, string> = new Map([
  ['due', 'It is tried again now.'],
  ['not', 'There is nothing to send: it was already sent, or emptied.'],
]);

/** Returns the id. For invalid text, returns 0, which no row has as its id. */
function idOf(text: string): number {
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
}

/** Returns a whole number from the query, at most `most`; 0 if the query does not have one. */
function numberOf(request: FastifyRequest, name: string, most: number): number {
  const text = queryOf(request).get(name) ?? '';
  return /^\d{1,15}$/.test(text) ? Math.min(Number(text), most) : 0;
}
