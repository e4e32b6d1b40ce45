import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Outcome } from '../../features/accounts/service-types.ts';
import type { FieldErrors } from '../../lib/checked.ts';
import { formOf, queryOf, seeOther } from '../forms.ts';
import { requireSession, signedInOf } from '../session.ts';
import { renderConfirmNewEmail, renderDeadLink } from './link-pages.ts';
import { type AccountPageTools, typedIn, withCookies } from './page-tools.ts';
import { renderSettings } from './settings-page.ts';

/** What was done, by the word in the address after it. */
const NOTICES: Readonly<Record<string, string>> = {
  'link-sent': 'We have sent a link to the new address. Nothing changes until you open it.',
  email: 'Your new e-mail address is in use.',
  password: 'Your password is changed, and other devices are signed out.',
  sessions: 'Every other device is signed out.',
};

/** The pages of whoever is signed in. */
export function addSettingsPages(app: FastifyInstance, tools: AccountPageTools): void {
  requireSession(app, tools.accounts.findSession);
  addSettings(app, tools);
  addDeletion(app, tools);
  addNewEmail(app, tools);
}

function addSettings(app: FastifyInstance, tools: AccountPageTools): void {
  const { accounts, form } = tools;
  app.get('/settings', { schema: form.schema }, (request, reply) => {
    const done = queryOf(request).get('done') ?? '';
    return show(tools, request, reply, Object.hasOwn(NOTICES, done) ? { notice: NOTICES[done] } : {});
  });
  app.post('/settings/email', form, async (request, reply) => {
    const { email, email_password } = typedIn(formOf(request), ['email', 'email_password']);
    await countTry(tools, request, reply);
    const typed = { email, password: email_password };
    const outcome = await accounts.requestEmailChange(signedInOf(request), typed);
    return answer(tools, request, reply, outcome, { done: 'link-sent', typedEmail: email });
  });
  app.post('/settings/password', form, async (request, reply) => {
    const typed = typedIn(formOf(request), ['current_password', 'new_password']);
    await countTry(tools, request, reply);
    const passwords = { current: typed.current_password, next: typed.new_password };
    const outcome = await accounts.changePassword(signedInOf(request), passwords);
    return answer(tools, request, reply, outcome, { done: 'password' });
  });
  app.post('/settings/sessions', form, async (request, reply) => {
    await accounts.signOutEverywhere(signedInOf(request), 'others');
    return seeOther(reply, '/settings?done=sessions');
  });
}

function addDeletion(app: FastifyInstance, tools: AccountPageTools): void {
  const { accounts, form } = tools;
  app.post('/settings/delete', form, async (request, reply) => {
    const { delete_password } = typedIn(formOf(request), ['delete_password']);
    await countTry(tools, request, reply);
    const outcome = await accounts.deleteAccount(signedInOf(request), delete_password);
    if (outcome.kind === 'invalid') return show(tools, request, reply, { errors: outcome.errors });
    return seeOther(withCookies(reply, await accounts.signOut({})), '/');
  });
}

function addNewEmail(app: FastifyInstance, { accounts, form, send }: AccountPageTools): void {
  const path = '/confirm-new-email';
  app.get(path, { schema: form.schema }, async (request, reply) => {
    const token = queryOf(request).get('token') ?? '';
    const account = signedInOf(request);
    if (await accounts.isLinkGood('confirm-new-email', token))
      return send(reply, 200, (frame) => renderConfirmNewEmail({ ...frame, account }, token));
    return send(reply, 404, (frame) => renderDeadLink({ ...frame, account }, 'confirm-new-email'));
  });
  app.post(path, form, async (request, reply) => {
    const account = signedInOf(request);
    const { token } = typedIn(formOf(request), ['token']);
    const outcome = await accounts.confirmEmailChange(token, account);
    if (outcome.kind === 'done') return seeOther(reply, '/settings?done=email');
    return send(reply, 404, (frame) => renderDeadLink({ ...frame, account }, 'confirm-new-email'));
  });
}

/** Passwords are asked for in these forms too, of whoever holds the session. */
function countTry({ countAddress }: AccountPageTools, request: FastifyRequest, reply: FastifyReply) {
  return countAddress(reply, signedInOf(request).email);
}

function answer(
  tools: AccountPageTools,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
  { done, typedEmail }: { done: string; typedEmail?: string },
): Promise<FastifyReply> | FastifyReply {
  if (outcome.kind !== 'invalid') return seeOther(reply, `/settings?done=${done}`);
  const { errors } = outcome;
  return show(tools, request, reply, typedEmail === undefined ? { errors } : { errors, typedEmail });
}

async function show(
  { accounts, send }: AccountPageTools,
  request: FastifyRequest,
  reply: FastifyReply,
  state: { errors?: FieldErrors; typedEmail?: string; notice?: string | undefined },
): Promise<FastifyReply> {
  const account = signedInOf(request);
  const { name, email } = account;
  const sessions = await accounts.listSessions(account);
  return send(reply, state.errors ? 422 : 200, (frame) =>
    renderSettings({ ...frame, account }, { ...state, name, email, sessions }),
  );
}
