import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { ReliabilityService } from '../../../ledger/reliability/service.ts';
import { formOf, queryOf, seeOther, sendPage } from '../../kit/forms.ts';
import { isBeyond, readPage, windowOf } from '../../kit/paging.ts';
import { type FindSession, signedInOf } from '../../kit/session.ts';
import { frameOf } from '../../kit/signed-in-frame.ts';
import { prepareOperatorPages } from '../guard.ts';
import { type ContestQueueState, noteField, renderContestQueue } from './page.ts';

const FORM_BYTES_MAX = 64 * 1024;
const ENTRIES_A_PAGE = 25;
const OUTCOMES = '/operator/outcomes';

interface OperatorOutcomePagesOptions {
  readonly reliability: Pick<ReliabilityService, 'listQueue' | 'countQueue' | 'decide'>;
  readonly findSession: FindSession;
  readonly isOperator: (accountId: string) => Promise<boolean>;
  readonly baseUrl: string;
  /** Undefined before anything is published. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

/** Operators decide about contested outcomes here. Other accounts get a 404. */
export const operatorOutcomePages: FastifyPluginAsync<OperatorOutcomePagesOptions> = async (app, options) => {
  const { reliability, baseUrl } = options;
  const schema = { hide: true };
  prepareOperatorPages(app, { ...options, forms: { bytesMax: FORM_BYTES_MAX, baseUrl } });
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    refused?: ContestQueueState['refused'],
  ) => {
    const { accountId } = signedInOf(request);
    const place = { page: readPage(queryOf(request)), pageSize: ENTRIES_A_PAGE };
    const queue = await reliability.listQueue(accountId, windowOf(place));
    const list = { ...place, total: await reliability.countQueue(accountId) };
    const done = queryOf(request).get('done') === 'decided';
    const state = { list, refused, notice: done && !refused ? 'Saved. Both get a mail.' : undefined };
    const page = renderContestQueue(await frameOf(request, options), queue, state);
    return sendPage(reply, refused ? 422 : isBeyond(list) ? 404 : 200, page);
  };

  app.get(OUTCOMES, { schema }, (request, reply) => show(request, reply));
  app.post<{ Params: { id: string } }>(`${OUTCOMES}/:id`, { schema }, async (request, reply) => {
    const { id } = request.params;
    const form = formOf(request);
    const note = form.get(noteField(id)) ?? '';
    const outcome = form.get('outcome') ?? '';
    const text = await reliability.decide(signedInOf(request).accountId, id, { outcome, note });
    if (text === undefined) return seeOther(reply, `${OUTCOMES}?done=decided`);
    return show(request, reply, { id, text, note });
  });
};
