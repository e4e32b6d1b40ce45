import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { DisputeService } from '../../../ledger/disputes/service.ts';
import type { ReplyService } from '../../../ledger/replies/service.ts';
import { formOf, queryOf, seeOther, sendPage } from '../../kit/forms.ts';
import { isBeyond, readPage, windowOf } from '../../kit/paging.ts';
import { type FindSession, signedInOf } from '../../kit/session.ts';
import { frameOf } from '../../kit/signed-in-frame.ts';
import { prepareOperatorPages } from '../guard.ts';
import { type QueueState, renderDisputeQueue, renderReplyQueue } from './pages.ts';

const FORM_BYTES_MAX = 64 * 1024;
/** Each has its whole text and a form. */
const ENTRIES_A_PAGE = 25;
const REPLIES = '/operator/replies';
const DISPUTES = '/operator/disputes';

interface OperatorReplyPagesOptions {
  readonly replies: Pick<ReplyService, 'listQueue' | 'countQueue' | 'decide'>;
  readonly disputes: Pick<DisputeService, 'listQueue' | 'countQueue' | 'decide'>;
  readonly findSession: FindSession;
  readonly isOperator: (accountId: string) => Promise<boolean>;
  readonly baseUrl: string;
  /** Undefined before anything is published. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

/** Operators read replies and answer disputes here. Other accounts get a 404. */
export const operatorReplyPages: FastifyPluginAsync<OperatorReplyPagesOptions> = async (app, options) => {
  const { replies, disputes, baseUrl } = options;
  const schema = { hide: true };
  prepareOperatorPages(app, { ...options, forms: { bytesMax: FORM_BYTES_MAX, baseUrl } });
  const sendReplies = async (request: FastifyRequest, reply: FastifyReply, refused?: Refused) => {
    const { accountId } = signedInOf(request);
    const place = placeOf(request);
    const queue = await replies.listQueue(accountId, windowOf(place));
    const list = { ...place, total: await replies.countQueue(accountId) };
    const state = { list, ...(refused ? { refused } : { notice: noticeOf(request) }) };
    const page = renderReplyQueue(await frameOf(request, options), queue, state);
    return sendPage(reply, refused ? 422 : isBeyond(list) ? 404 : 200, page);
  };
  const sendDisputes = async (request: FastifyRequest, reply: FastifyReply, refused?: Refused) => {
    const { accountId } = signedInOf(request);
    const place = placeOf(request);
    const queue = await disputes.listQueue(accountId, windowOf(place));
    const list = { ...place, total: await disputes.countQueue(accountId) };
    const state = { list, ...(refused ? { refused } : { notice: noticeOf(request) }) };
    const page = renderDisputeQueue(await frameOf(request, options), queue, state);
    return sendPage(reply, refused ? 422 : isBeyond(list) ? 404 : 200, page);
  };

  app.get(REPLIES, { schema }, (request, reply) => sendReplies(request, reply));
  app.post<{ Params: { id: string } }>(`${REPLIES}/:id`, { schema }, async (request, reply) => {
    const { id } = request.params;
    const form = formOf(request);
    const note = form.get(`note-${id}`) ?? '';
    const decision = form.get('decision') ?? '';
    const text = await replies.decide(signedInOf(request).accountId, id, { decision, note });
    if (text === undefined) return seeOther(reply, `${REPLIES}?done=decided`);
    return sendReplies(request, reply, { id, text, note });
  });

  app.get(DISPUTES, { schema }, (request, reply) => sendDisputes(request, reply));
  app.post<{ Params: { id: string } }>(`${DISPUTES}/:id`, { schema }, async (request, reply) => {
    const { id } = request.params;
    const form = formOf(request);
    const note = form.get(`note-${id}`) ?? '';
    const outcome = form.get('outcome') ?? '';
    const text = await disputes.decide(signedInOf(request).accountId, id, { outcome, note });
    if (text === undefined) return seeOther(reply, `${DISPUTES}?done=decided`);
    return sendDisputes(request, reply, { id, text, note });
  });
};

type Refused = QueueState['refused'];

function placeOf(request: FastifyRequest) {
  return { page: readPage(queryOf(request)), pageSize: ENTRIES_A_PAGE };
}

function noticeOf(request: FastifyRequest): string | undefined {
  const done = queryOf(request).get('done') === 'decided';
  return done ? 'Saved. Where there is something to tell, the vendor gets a mail.' : undefined;
}
