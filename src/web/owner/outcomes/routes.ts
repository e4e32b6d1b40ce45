import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import type { ReliabilityService } from '../../../owner/reliability/service.ts';
import type { ContestService } from '../../../owner/statements/contests/service.ts';
import { formOf, queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { type FindSession, signedInOf } from '../../kit/frame/session.ts';
import { frameOf } from '../../kit/frame/signed-in-frame.ts';
import { OUTCOMES_PAGE } from './messages.ts';
import { type ContestState, contestField, outcomesAddress, renderOutcomesPage } from './outcomes-page.ts';

/** Large enough for the longest text in any script. */
const FORM_BYTES_MAX = 64 * 1024;
const OUTCOMES = '/settings/licenses/:claimId/outcomes';

interface OutcomePagesOptions {
  readonly reliability: Pick<ReliabilityService, 'listOwn'>;
  readonly contests: Pick<ContestService, 'contest'>;
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

/** Pages that show a verified license holder the outcomes that organizers recorded. */
export const outcomePages: FastifyPluginAsync<OutcomePagesOptions> = async (app, options) => {
  const { reliability, contests, baseUrl, findSession, limits } = options;
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl }, findSession });
  const page = { schema: { hide: true }, config: TRANSLATED };
  const onRequest = app.rateLimit({ name: 'outcomes', perMinute: limits.ACCOUNT });
  const show = async (
    request: FastifyRequest<{ Params: ClaimParams }>,
    reply: FastifyReply,
    status: number,
    state: ContestState,
  ) => {
    const language = languageOf(request);
    const own = await reliability.listOwn(signedInOf(request).accountId, request.params.claimId, language);
    return sendPage(reply, status, renderOutcomesPage(await frameOf(request, options), own, state, language));
  };

  app.get<{ Params: ClaimParams }>(OUTCOMES, page, (request, reply) => {
    const isSent = queryOf(request).get('done') === 'contested';
    const notice = isSent ? OUTCOMES_PAGE[languageOf(request)].sent : undefined;
    return show(request, reply, 200, { notice });
  });
  app.post<{ Params: ClaimParams }>(OUTCOMES, { ...page, onRequest }, async (request, reply) => {
    const { claimId } = request.params;
    const form = formOf(request);
    const id = form.get('application_id') ?? '';
    const text = form.get(contestField(id)) ?? '';
    const { accountId } = signedInOf(request);
    const typed = { application_id: id, text };
    const sent = await contests.contest(accountId, claimId, typed, languageOf(request));
    if (sent.ok) return seeOther(reply, `${outcomesAddress(claimId)}?done=contested`);
    return show(request, reply, 422, { refused: { id, text, errors: sent.errors } });
  });
};
