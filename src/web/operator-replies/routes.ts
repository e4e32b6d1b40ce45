import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { DisputeService } from '../../features/disputes/service-types.ts';
import type { ReplyService } from '../../features/replies/service-types.ts';
import { answerErrorPage } from '../error-page.ts';
import { acceptForms, formOf, queryOf, seeOther, sendPage } from '../forms.ts';
import { frameOf } from '../frame.ts';
import { requireOperator } from '../operator/guard.ts';
import { type FindSession, signedInOf } from '../session.ts';
import { renderDisputeQueue, renderReplyQueue } from './pages.ts';

const FORM_BYTES_MAX = 64 * 1024;
const REPLIES = '/operator/replies';
const DISPUTES = '/operator/disputes';

export interface OperatorReplyPagesOptions {
  readonly replies: Pick<ReplyService, 'listQueue' | 'decide'>;
  readonly disputes: Pick<DisputeService, 'listQueue' | 'decide'>;
  readonly findSession: FindSession;
  readonly isOperator: (accountId: string) => Promise<boolean>;
  readonly baseUrl: string;
  /** Undefined before anything is published. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

/** Where operators read replies and answer disputes. Nobody else finds it. */
export const operatorReplyPages: FastifyPluginAsync<OperatorReplyPagesOptions> = async (app, options) => {
  const { replies, disputes, baseUrl } = options;
  const schema = { hide: true };
  app.setErrorHandler(answerErrorPage);
  requireOperator(app, options);
  acceptForms(app, { bytesMax: FORM_BYTES_MAX, baseUrl });
  app.get(REPLIES, { schema }, async (request, reply) => {
    const queue = await replies.listQueue(signedInOf(request).accountId);
    const page = renderReplyQueue(await frameOf(request, options), queue, { notice: noticeOf(request) });
    return sendPage(reply, 200, page);
  });
  app.post<{ Params: { id: string } }>(`${REPLIES}/:id`, { schema }, async (request, reply) => {
    const { accountId } = signedInOf(request);
    const { id } = request.params;
    const form = formOf(request);
    const note = form.get(`note-${id}`) ?? '';
    const text = await replies.decide(accountId, id, { decision: form.get('decision') ?? '', note });
    if (text === undefined) return seeOther(reply, `${REPLIES}?done=decided`);
    const queue = await replies.listQueue(accountId);
    const refused = { id, text, note };
    return sendPage(reply, 422, renderReplyQueue(await frameOf(request, options), queue, { refused }));
  });

  app.get(DISPUTES, { schema }, async (request, reply) => {
    const queue = await disputes.listQueue(signedInOf(request).accountId);
    const page = renderDisputeQueue(await frameOf(request, options), queue, { notice: noticeOf(request) });
    return sendPage(reply, 200, page);
  });
  app.post<{ Params: { id: string } }>(`${DISPUTES}/:id`, { schema }, async (request, reply) => {
    const { accountId } = signedInOf(request);
    const { id } = request.params;
    const form = formOf(request);
    const note = form.get(`note-${id}`) ?? '';
    const text = await disputes.decide(accountId, id, { outcome: form.get('outcome') ?? '', note });
    if (text === undefined) return seeOther(reply, `${DISPUTES}?done=decided`);
    const queue = await disputes.listQueue(accountId);
    const refused = { id, text, note };
    return sendPage(reply, 422, renderDisputeQueue(await frameOf(request, options), queue, { refused }));
  });
};

function noticeOf(request: FastifyRequest): string | undefined {
  const done = queryOf(request).get('done') === 'decided';
  return done ? 'Saved. Where there is something to tell, the vendor gets a mail.' : undefined;
}
