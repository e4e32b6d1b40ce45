import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { noSuchInvitation, type TeamService } from '../../../accounts/teams/service.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import { formOf, queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { type FindSession, signedInOf } from '../../kit/frame/session.ts';
import { frameOf } from '../../kit/frame/signed-in-frame.ts';
import { renderInvitation, renderRemove, renderTeam } from './pages.ts';

const FORM_BYTES_MAX = 4 * 1024;
const TEAM = '/settings/team';

/** Fixed notices by key. The URL carries only the key, so that text in a URL never appears on a page. */
const NOTICES: ReadonlyMap<string, string> = new Map([
  ['invited', 'The invitation is on its way. It is open for seven days.'],
  ['withdrawn', 'The invitation is withdrawn. Its link no longer works.'],
  ['role', 'The role is changed.'],
  ['removed', 'Removed from your team.'],
  ['left', 'You left the team.'],
  ['refused', 'The invitation is refused.'],
]);

interface TeamPagesOptions {
  readonly team: TeamService;
  readonly findSession: FindSession;
  readonly baseUrl: string;
  readonly limits: { readonly ACCOUNT: number };
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

interface OfMember {
  readonly Params: { readonly memberId: string };
}

/**
 * `/settings/team`: the members who can view or manage the account's events, and the teams that the account
 * has joined.
 */
export const teamPages: FastifyPluginAsync<TeamPagesOptions> = async (app, options) => {
  preparePages(app, {
    forms: { bytesMax: FORM_BYTES_MAX, baseUrl: options.baseUrl },
    findSession: options.findSession,
  });
  addTeam(app, options);
  addMembers(app, options);
  addInvitation(app, options);
};

const schema = { hide: true };

function addTeam(app: FastifyInstance, options: TeamPagesOptions): void {
  const { team } = options;
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    state: Parameters<typeof renderTeam>[2],
  ) => {
    const overview = await team.describe(signedInOf(request));
    return sendPage(reply, status, renderTeam(await frameOf(request, options), overview, state));
  };
  app.get(TEAM, { schema }, (request, reply) =>
    show(request, reply, 200, { notice: NOTICES.get(queryOf(request).get('done') ?? '') }),
  );
  const onRequest = app.rateLimit({ name: 'team', perMinute: options.limits.ACCOUNT });
  app.post(TEAM, { schema, onRequest }, async (request, reply) => {
    const form = formOf(request);
    const typed = { email: form.get('email') ?? '', role: form.get('role') ?? '' };
    const invited = await team.invite(signedInOf(request), typed);
    if (invited.ok) return seeOther(reply, `${TEAM}?done=invited`);
    return show(request, reply, 422, { ...typed, errors: invited.errors });
  });
}

function addMembers(app: FastifyInstance, options: TeamPagesOptions): void {
  const { team } = options;
  app.get<OfMember>(`${TEAM}/members/:memberId/remove`, { schema }, async (request, reply) => {
    const { memberId } = request.params;
    const { members } = await team.describe(signedInOf(request));
    const member = members.find(({ id }) => id === memberId);
    if (!member) throw new AppError('not_found', 'There is no such member of your team.');
    return sendPage(reply, 200, renderRemove(await frameOf(request, options), member));
  });
  const steps = [
    ['invitations/:invitationId/withdraw', 'withdrawn', team.withdraw],
    ['members/:memberId/remove', 'removed', team.remove],
    ['memberships/:membershipId/leave', 'left', team.leave],
  ] as const;
  for (const [path, done, take] of steps)
    app.post<{ Params: Record<string, string> }>(`${TEAM}/${path}`, { schema }, async (request, reply) => {
      await take(signedInOf(request), Object.values(request.params)[0] ?? '');
      return seeOther(reply, `${TEAM}?done=${done}`);
    });
  app.post<OfMember>(`${TEAM}/members/:memberId/role`, { schema }, async (request, reply) => {
    const role = formOf(request).get('role') ?? '';
    await team.changeRole(signedInOf(request), request.params.memberId, role);
    return seeOther(reply, `${TEAM}?done=role`);
  });
}

function addInvitation(app: FastifyInstance, options: TeamPagesOptions): void {
  const { team } = options;
  interface OfToken {
    readonly Params: { readonly token: string };
  }
  const address = `${TEAM}/join/:token`;
  const show = async (
    request: FastifyRequest<OfToken>,
    reply: FastifyReply,
    status: number,
    refusal?: string,
  ) => {
    const { token } = request.params;
    const invitation = await team.findInvitation(signedInOf(request), token);
    if (!invitation) throw noSuchInvitation();
    const action = `${TEAM}/join/${encodeURIComponent(token)}`;
    const told = { language: languageOf(request), refusal };
    const page = renderInvitation(await frameOf(request, options), invitation, action, told);
    return sendPage(reply, status, page);
  };
  const page = { schema, config: TRANSLATED };
  app.get<OfToken>(address, page, (request, reply) => show(request, reply, 200));
  app.post<OfToken>(address, page, async (request, reply) => {
    const accepted = formOf(request).get('answer') === 'accept';
    const refusal = await team.answer(
      signedInOf(request),
      request.params.token,
      accepted,
      languageOf(request),
    );
    if (refusal !== undefined) return show(request, reply, 422, refusal);
    return seeOther(reply, accepted ? '/organizer' : `${TEAM}?done=refused`);
  });
}
