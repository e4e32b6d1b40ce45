import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import { type DisputeService, noSuchVisit } from '../../../owner/statements/disputes/service.ts';
import type { ReplyService } from '../../../owner/statements/replies/service.ts';
import type { OwnDisputes } from '../../../owner/statements/statement.ts';
import { formOf, queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { type FindSession, signedInOf } from '../../kit/frame/session.ts';
import { frameOf } from '../../kit/frame/signed-in-frame.ts';
import { disputesAddress, renderDisputesPage } from './disputes-page.ts';
import { STATEMENT_NOTICES } from './messages.ts';
import { addressOf, type ReplyFormState, renderReplyPage } from './reply-page.ts';

/** Large enough for the longest text in any script: one character can take nine bytes in a form. */
const FORM_BYTES_MAX = 64 * 1024;
const REPLY = '/settings/licenses/:claimId/reply';
const DISPUTES = '/settings/licenses/:claimId/disputes';

interface StatementPagesOptions {
  readonly replies: Pick<ReplyService, 'getOwn' | 'write' | 'withdraw'>;
  readonly disputes: Pick<DisputeService, 'getOwn' | 'open' | 'withdraw'>;
  readonly findSession: FindSession;
  readonly baseUrl: string;
  /** Requests per minute for each client IP address; 0 for no limit. */
  readonly limits: { readonly ACCOUNT: number };
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

interface ClaimParams {
  readonly claimId: string;
}

/** Pages where a license's verified holder replies to the record and disputes visits. */
export const statementPages: FastifyPluginAsync<StatementPagesOptions> = async (app, options) => {
  preparePages(app, {
    forms: { bytesMax: FORM_BYTES_MAX, baseUrl: options.baseUrl },
    findSession: options.findSession,
  });
  addReplyPages(app, options);
  addDisputePages(app, options);
};

function addReplyPages(app: FastifyInstance, options: StatementPagesOptions): void {
  const { replies, limits } = options;
  const page = { schema: { hide: true }, config: TRANSLATED };
  const onRequest = app.rateLimit({ name: 'reply', perMinute: limits.ACCOUNT });
  const show = async (request: ClaimRequest, reply: FastifyReply, status: number, state: ReplyFormState) => {
    const own = await replies.getOwn(signedInOf(request).accountId, request.params.claimId);
    const shown = renderReplyPage(await frameOf(request, options), own, state, languageOf(request));
    return sendPage(reply, status, shown);
  };

  app.get<{ Params: ClaimParams }>(REPLY, page, (request, reply) =>
    show(request, reply, 200, { notice: noticeOf(request) }),
  );
  app.post<{ Params: ClaimParams }>(REPLY, { ...page, onRequest }, async (request, reply) => {
    const { claimId } = request.params;
    const text = formOf(request).get('text') ?? '';
    const written = await replies.write(signedInOf(request).accountId, claimId, text, languageOf(request));
    if (!written.ok) return show(request, reply, 422, { typed: { text }, errors: written.errors });
    return seeOther(reply, `${addressOf({ license: licenseOf(claimId) })}?done=sent`);
  });
  app.post<{ Params: ClaimParams }>(`${REPLY}/withdraw`, { ...page, onRequest }, async (request, reply) => {
    const { claimId } = request.params;
    await replies.withdraw(signedInOf(request).accountId, claimId);
    return seeOther(reply, `${addressOf({ license: licenseOf(claimId) })}?done=withdrawn`);
  });
}

function addDisputePages(app: FastifyInstance, options: StatementPagesOptions): void {
  const { disputes, limits } = options;
  const page = { schema: { hide: true }, config: TRANSLATED };
  const onRequest = app.rateLimit({ name: 'dispute', perMinute: limits.ACCOUNT });
  const show = async (
    request: ClaimRequest,
    reply: FastifyReply,
    status: number,
    { visitId, ...state }: ReplyFormState & { readonly visitId?: string | null },
  ) => {
    const own = await disputes.getOwn(signedInOf(request).accountId, request.params.claimId);
    const shown = { ...state, chosen: chosenVisit(own, visitId ?? null) };
    const frame = await frameOf(request, options);
    return sendPage(reply, status, renderDisputesPage(frame, own, shown, languageOf(request)));
  };

  app.get<{ Params: ClaimParams }>(DISPUTES, page, (request, reply) =>
    show(request, reply, 200, { visitId: queryOf(request).get('visit'), notice: noticeOf(request) }),
  );
  app.post<{ Params: ClaimParams }>(DISPUTES, { ...page, onRequest }, async (request, reply) => {
    const { claimId } = request.params;
    const form = formOf(request);
    const typed = {
      category: form.get('category') ?? '',
      text: form.get('text') ?? '',
      told_regulator: form.get('told_regulator') ?? '',
    };
    const visitId = form.get('visit_id') ?? '';
    const sent = { ...typed, visit_id: visitId };
    const { accountId } = signedInOf(request);
    const opened = await disputes.open(accountId, claimId, sent, languageOf(request));
    if (!opened.ok) return show(request, reply, 422, { typed, errors: opened.errors, visitId });
    return seeOther(reply, `${disputesAddress({ license: licenseOf(claimId) })}?done=disputed`);
  });
  app.post<{ Params: ClaimParams & { disputeId: string } }>(
    `${DISPUTES}/:disputeId/withdraw`,
    { ...page, onRequest },
    async (request, reply) => {
      const { claimId, disputeId } = request.params;
      const refusal = await disputes.withdraw(signedInOf(request).accountId, claimId, disputeId);
      const done = refusal === undefined ? 'dispute-withdrawn' : 'closed';
      return seeOther(reply, `${disputesAddress({ license: licenseOf(claimId) })}?done=${done}`);
    },
  );
}

type ClaimRequest = FastifyRequest<{ Params: ClaimParams }>;

function licenseOf(claimId: string) {
  return { claim_id: claimId, vendor_id: '', vendor_name: '' };
}

/**
 * Returns the visit that the address names. Throws the same error for a visit on another record and for a
 * visit that never existed.
 */
function chosenVisit({ visits }: OwnDisputes, visitId: string | null) {
  if (visitId === null) return undefined;
  const visit = visits.find(({ visit_id }) => String(visit_id) === visitId);
  if (!visit) throw noSuchVisit();
  return visit;
}

/** Returns a fixed notice by its key in the URL, so that text in a URL never appears on a page. */
function noticeOf(request: FastifyRequest): string | undefined {
  const done = queryOf(request).get('done') ?? '';
  const notices = STATEMENT_NOTICES[languageOf(request)];
  return Object.hasOwn(notices, done) ? notices[done] : undefined;
}
