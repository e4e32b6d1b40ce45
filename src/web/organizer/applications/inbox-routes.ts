import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { RenderPack } from '../../../decisions/evidence-pack/service.ts';
import { sendInParts } from '../../../http/answers/answer-in-parts.ts';
import { isAboutReason } from '../../../organizer/applications/decide/against-verdict.ts';
import { type InboxView, readInboxView, toQuery } from '../../../organizer/applications/inbox/inbox-view.ts';
import type { ApplicationService } from '../../../organizer/applications/service.ts';
import type { ReliabilityService } from '../../../owner/reliability/service.ts';
import type { ContestService } from '../../../owner/statements/contests/service.ts';
import type { BookedWatch } from '../../../watch/booked/service.ts';
import { renderErrorSummary } from '../../kit/forms/fields.ts';
import { formOf, queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { type FindSession, signedInOf } from '../../kit/frame/session.ts';
import { EMPTY_HTML, type Html } from '../../kit/html.ts';
import { isBeyond, readPage } from '../../kit/paging.ts';
import { sendPack } from '../../kit/send-pack.ts';
import { addBookRoutes } from '../book/book-routes.ts';
import { toCompliancePack } from '../compliance/compliance-pack.ts';
import { complianceAddress, renderCompliance } from '../compliance/compliance-page.ts';
import { addDayRoutes } from '../day/day-routes.ts';
import { addRosterRoutes } from '../roster/roster-routes.ts';
import { renderActionNotice } from './action-notice.ts';
import { csvFileName, csvParts } from './application-csv.ts';
import type { TypedChange } from './application-forms.ts';
import { applicationAddress, renderApplication, viewQuery } from './application-page.ts';
import { addBulkRoutes } from './bulk-routes.ts';
import { viewAddress } from './inbox-addresses.ts';
import { renderInbox } from './inbox-page.ts';

const FORM_BYTES_MAX = 32 * 1024;
const EVENT = '/organizer/events/:id';
const APPLICATION = `${EVENT}/applications/:aid`;

interface EventParams {
  readonly id: string;
}
interface ApplicationParams extends EventParams {
  readonly aid: string;
}

interface ApplicationInboxPagesOptions {
  readonly applications: ApplicationService;
  readonly reliability: Pick<ReliabilityService, 'describeApplication'>;
  readonly contests: Pick<ContestService, 'answer'>;
  readonly booked: Pick<BookedWatch, 'describe' | 'resolve'>;
  readonly renderPack: RenderPack;
  readonly findSession: FindSession;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

/** Pages that list an event's applications, and the organizer's actions on them. */
export const applicationInboxPages: FastifyPluginAsync<ApplicationInboxPagesOptions> = async (
  app,
  options,
) => {
  const { applications, reliability, contests, booked, renderPack, findSession, baseUrl, now, isFictional } =
    options;
  const schema = { hide: true };
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl }, findSession });

  app.get<{ Params: EventParams }>(`${EVENT}/applications`, { schema }, (request, reply) =>
    answerInbox(request, reply),
  );

  // Handles the button that approves the application in a row, and returns to the same view.
  app.post<{ Params: EventParams }>(`${EVENT}/applications/approve`, { schema }, async (request, reply) => {
    const { id } = request.params;
    const [actionId = '', aid = '', seen = ''] = (formOf(request).get('approve') ?? '').split(':');
    const decision = { status: 'approved', message: '', seen, actionId };
    const refusal = await applications.decide(signedInOf(request).accountId, id, aid, decision);
    if (refusal !== undefined) return answerInbox(request, reply, refusal);
    return seeOther(reply, withDid(viewAddress({ id }, viewOf(request), 1), actionId));
  });

  // Handles the button that marks the deposit in a row as paid.
  app.post<{ Params: EventParams }>(`${EVENT}/applications/paid`, { schema }, async (request, reply) => {
    const { id } = request.params;
    const aid = formOf(request).get('paid') ?? '';
    const refusal = await applications.setDeposit(signedInOf(request).accountId, id, aid, 'paid');
    if (refusal !== undefined) return answerInbox(request, reply, refusal);
    return seeOther(reply, viewAddress({ id }, viewOf(request), 1));
  });

  app.get<{ Params: EventParams }>(`${EVENT}/applications.csv`, { schema }, async (request, reply) => {
    const { accountId } = signedInOf(request);
    const found = await applications.exportApplications(accountId, request.params.id);
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${csvFileName(found.event)}"`,
      'cache-control': 'no-store',
    });
    return sendInParts(reply, csvParts(found));
  });

  app.get<{ Params: EventParams }>(`${EVENT}/compliance`, { schema }, async (request, reply) => {
    const account = signedInOf(request);
    const part = readPage(queryOf(request), 'part');
    const file = await applications.getComplianceFile(account.accountId, request.params.id, part);
    const done = doneText(request);
    const fictional = await isFictional();
    const changed = await booked.describe(file.entries.map(({ application }) => application.id));
    const page = renderCompliance({ file, account, baseUrl, madeAt: now(), fictional, done, changed });
    return sendPage(reply, isBeyond(file) ? 404 : 200, page);
  });

  app.get<{ Params: EventParams }>(`${EVENT}/compliance.pdf`, { schema }, async (request, reply) => {
    const part = readPage(queryOf(request), 'part');
    const { accountId } = signedInOf(request);
    const file = await applications.getComplianceFile(accountId, request.params.id, part);
    const made = { at: now(), baseUrl, fictional: await isFictional() };
    const name = `compliance-${file.event.id}-${part}`;
    return sendPack(reply, renderPack, toCompliancePack(file, made), name, `account ${accountId}`);
  });

  app.post<{ Params: EventParams }>(`${EVENT}/compliance`, { schema }, async (request, reply) => {
    const { id } = request.params;
    const filed = await applications.fileDecisions(signedInOf(request).accountId, id);
    return seeOther(reply, `${complianceAddress({ id })}?done=${filed > 0 ? 'filed' : 'none-filed'}`);
  });

  app.get<{ Params: ApplicationParams }>(APPLICATION, { schema }, (request, reply) =>
    answerApplication(request, reply, 200),
  );

  app.post<{ Params: ApplicationParams }>(`${APPLICATION}/changed`, { schema }, async (request, reply) => {
    const { id, aid } = request.params;
    const { accountId } = signedInOf(request);
    const form = formOf(request);
    const isFiled = form.get('how') === 'filed' && (await applications.fileDecision(accountId, id, aid));
    const named = { accountId, eventId: id, applicationId: aid };
    // If `seen` is not a number, no change is marked as reviewed.
    const upTo = /^\d{1,9}$/.test(form.get('seen') ?? '') ? Number(form.get('seen')) : 0;
    const isDone = await booked.resolve(named, { how: isFiled ? 'filed' : 'kept', upTo });
    const unfiled = form.get('how') === 'filed' ? 'decided-already' : 'kept';
    const done = isDone ? (isFiled ? 'decided' : unfiled) : 'changed-again';
    const address = applicationAddress({ id }, { id: aid });
    return seeOther(reply, `${address}?${withDone(viewOf(request), done)}`);
  });

  for (const change of CHANGES)
    app.post<{ Params: ApplicationParams }>(
      `${APPLICATION}/${change.done}`,
      { schema },
      async (request, reply) => {
        const { id, aid } = request.params;
        const form = formOf(request);
        const { accountId } = signedInOf(request);
        const next = change.moves ? await addressOfNext(request) : undefined;
        const refusal = await change.apply({ applications, contests }, [accountId, id, aid], form);
        if (refusal === undefined) {
          if (next !== undefined)
            return seeOther(reply, withDid(next, form.get('action_id') ?? '', change.done));
          const address = applicationAddress({ id }, { id: aid });
          return seeOther(reply, `${address}?${withDone(viewOf(request), change.done)}`);
        }
        const typed = Object.fromEntries(change.fields.map((name) => [name, form.get(name) ?? '']));
        const field = isAboutReason(refusal) ? 'reason' : (change.refusalAt ?? change.fields[0]);
        return answerApplication(request, reply, 422, { ...typed, errors: { [field]: refusal } });
      },
    );

  addBulkRoutes(app, options);
  addRosterRoutes(app, options);
  addDayRoutes(app, options);
  addBookRoutes(app, options);

  async function answerInbox(
    request: FastifyRequest<{ Params: EventParams }>,
    reply: FastifyReply,
    refusal?: string,
  ): Promise<FastifyReply> {
    const account = signedInOf(request);
    const query = queryOf(request);
    const view = readInboxView(query, readPage(query));
    const list = await applications.listInbox(account.accountId, request.params.id, view);
    const isLost = isBeyond({ ...list, total: list.matching });
    const changed = await booked.describe(list.rows.map(({ id }) => id));
    const page = renderInbox({
      list,
      view,
      account,
      fictional: await isFictional(),
      changed,
      actionIds: new Map(list.rows.map(({ id }) => [id, randomUUID()])),
      food: await applications.countFoods(list.event.id),
      notice:
        refusal === undefined ? await noticeOf(request, view) : renderErrorSummary({ applications: refusal }),
      now: now(),
    });
    return sendPage(reply, refusal === undefined ? (isLost ? 404 : 200) : 422, page);
  }

  /**
   * Returns the notice about the action named in the address. Returns undefined if the action does not belong
   * to this event.
   */
  async function noticeOf(
    request: FastifyRequest<{ Params: EventParams }>,
    view: InboxView,
    applicationId?: string,
  ): Promise<Html> {
    const { accountId } = signedInOf(request);
    const did = queryOf(request).get('did') ?? '';
    const result = did === '' ? undefined : await applications.findBulk(accountId, request.params.id, did);
    const back = applicationId === undefined ? { view } : { view, applicationId };
    return result ? renderActionNotice(result, back) : EMPTY_HTML;
  }

  /**
   * Returns the address of the next application in the view. After the last application, returns the inbox.
   */
  async function addressOfNext(request: FastifyRequest<{ Params: ApplicationParams }>): Promise<string> {
    const { id, aid } = request.params;
    const view = viewOf(request);
    const found = await applications.findNeighbors(signedInOf(request).accountId, id, aid, view);
    if (found?.next === undefined) return viewAddress({ id }, view, 1);
    return `${applicationAddress({ id }, { id: found.next })}${viewQuery(view)}`;
  }

  async function answerApplication(
    request: FastifyRequest<{ Params: ApplicationParams }>,
    reply: FastifyReply,
    status: number,
    typed: TypedChange = { errors: {} },
  ): Promise<FastifyReply> {
    const account = signedInOf(request);
    const { id, aid } = request.params;
    const { event, application } = await applications.getDetail(account.accountId, id, aid);
    const done = status === 200 ? doneText(request) : undefined;
    const fictional = await isFictional();
    const known = await reliability.describeApplication(account.accountId, id, aid);
    const view = viewOf(request);
    const neighbors = await applications.findNeighbors(account.accountId, id, application.id, view);
    const page = renderApplication({
      event,
      view,
      neighbors,
      application,
      account,
      fictional,
      done,
      typed,
      reliability: known,
      actionId: randomUUID(),
      food: await applications.countFoods(event.id),
      messages: await applications.listMessages(account.accountId, id),
      notice: status === 200 ? await noticeOf(request, view, application.id) : EMPTY_HTML,
      changed: (await booked.describe([application.id])).get(application.id),
    });
    return sendPage(reply, status, page);
  }
};

/**
 * The possible changes to an application, with the address, key and fields of each. An error is shown at the
 * first field.
 */
const CHANGES: readonly {
  readonly done: 'status' | 'note' | 'deposit' | 'outcome' | 'answer';
  /** True to continue with the next application after the change. */
  readonly moves?: true;
  /** The field where an error is shown; defaults to the first field. */
  readonly refusalAt?: 'status';
  readonly fields: readonly [keyof TypedChange, ...(keyof TypedChange)[]];
  readonly apply: (
    services: Pick<ApplicationInboxPagesOptions, 'applications' | 'contests'>,
    of: readonly [accountId: string, eventId: string, applicationId: string],
    form: URLSearchParams,
  ) => Promise<string | undefined>;
}[] = [
  {
    done: 'status',
    moves: true,
    refusalAt: 'status',
    fields: ['message', 'reason', 'note'],
    apply: ({ applications }, of, form) =>
      applications.decide(...of, {
        status: form.get('status') ?? '',
        message: form.get('message') || (form.get('template') ?? ''),
        reason: form.get('reason') ?? '',
        note: form.get('note') ?? '',
        ...sentOnly(form),
      }),
  },
  {
    done: 'note',
    moves: true,
    fields: ['note', 'message', 'reason'],
    apply: ({ applications }, of, form) => applications.addNote(...of, form.get('note') ?? ''),
  },
  {
    done: 'deposit',
    fields: ['deposit_status'],
    apply: ({ applications }, of, form) => applications.setDeposit(...of, form.get('deposit_status') ?? ''),
  },
  {
    done: 'outcome',
    fields: ['outcome'],
    // An empty outcome removes the stored one. A form without the field did not come from our page.
    apply: ({ applications }, of, form) =>
      applications.recordOutcome(...of, form.get('outcome') ?? 'missing'),
  },
  {
    done: 'answer',
    fields: ['answer'],
    apply: ({ contests }, of, form) => contests.answer(...of, form.get('answer') ?? ''),
  },
];

/**
 * Returns the values that make a form act only once, and only on the state that the organizer saw. Without
 * these values, a form acts on the current state.
 */
function sentOnly(form: URLSearchParams): { readonly actionId?: string; readonly seen?: string } {
  const actionId = form.get('action_id');
  const seen = form.get('seen');
  return { ...(actionId === null ? {} : { actionId }), ...(seen === null ? {} : { seen }) };
}

/** Adds the action to the address, so that the next page confirms it. */
function withDid(address: string, actionId: string, done = 'status'): string {
  const name = done === 'status' && actionId !== '' ? `did=${encodeURIComponent(actionId)}` : `done=${done}`;
  return `${address}${address.includes('?') ? '&' : '?'}${name}`;
}

/** Returns the inbox view in the request's address, ignoring the page number. */
function viewOf(request: FastifyRequest): InboxView {
  return readInboxView(queryOf(request), 1);
}

function withDone(view: InboxView, done: string): string {
  const query = toQuery(view, 1);
  query.set('done', done);
  return query.toString();
}

/** Fixed notices by key. The URL carries only the key, so that text in a URL never appears on a page. */
const DONE_TEXTS: ReadonlyMap<string, string> = new Map([
  ['status', 'Saved. We’ll email the applicant.'],
  ['note', 'Saved.'],
  ['deposit', 'The deposit is saved.'],
  ['outcome', 'The outcome is saved.'],
  ['answer', 'Your answer is sent.'],
  ['filed', 'Decisions are filed.'],
  ['decided', 'A decision by the records of today is filed.'],
  ['kept', 'Noted. The decision stays as it is.'],
  ['changed-again', 'The record changed once more. Look at what is new, then decide.'],
  [
    'decided-already',
    'Noted, and nothing new was filed: the newest decision is from today and still holds, or no vendor is on record.',
  ],
  [
    'none-filed',
    'Nothing new was filed. No open application names a vendor on record, or each such application has a decision from today that is still the same.',
  ],
]);

function doneText(request: FastifyRequest): string | undefined {
  return DONE_TEXTS.get(queryOf(request).get('done') ?? '');
}
