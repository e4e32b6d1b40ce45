import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FormOutcome } from '../../../accounts/account/account.ts';
import { ACCOUNT_ERRORS } from '../../../accounts/account/messages.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { languageOf } from '../../../http/input/choose-language.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { inEach, parseLanguage } from '../../../lib/language/language.ts';
import { formOf, queryOf, seeOther } from '../../kit/forms/forms.ts';
import { requireSession, signedInOf } from '../../kit/frame/session.ts';
import { renderConfirmNewEmail, renderDeadLink } from '../links/link-pages.ts';
import { type AccountPageTools, typedIn, withCookies, withWait } from '../page-tools.ts';
import { addPasskeyPages } from '../passkeys/passkey-routes.ts';
import { addFactorPages } from '../second-factor/second-factor-routes.ts';
import { waitText } from '../wait-page.ts';
import { SETTINGS, SETTINGS_NOTICES } from './settings-messages.ts';
import { renderSettings } from './settings-page.ts';
import { renderYourData, YOUR_DATA_PAGE } from './your-data-page.ts';

const NO_SUCH_SESSION = inEach((language) => SETTINGS[language].noSession);

/** Adds a signed-in account's settings pages. */
export function addSettingsPages(app: FastifyInstance, tools: AccountPageTools): void {
  requireSession(app, tools.accounts.findSession);
  addSettings(app, tools);
  addDeletion(app, tools);
  addNewEmail(app, tools);
  addFactorPages(app, tools);
  addYourDataPages(app, tools);
  addPasskeyPages(app, tools);
}

function addSettings(app: FastifyInstance, tools: AccountPageTools): void {
  const { accounts, expiryReminders, page, form } = tools;
  app.get('/settings', page, (request, reply) => {
    const done = queryOf(request).get('done') ?? '';
    const notices = SETTINGS_NOTICES[languageOf(request)];
    return show(tools, request, reply, Object.hasOwn(notices, done) ? { notice: notices[done] } : {});
  });
  app.post('/settings/language', form, async (request, reply) => {
    const chosen = parseLanguage(formOf(request).get('language'));
    if (chosen === undefined) {
      const errors = { language: SETTINGS[languageOf(request)].chooseLanguage };
      return show(tools, request, reply, { errors });
    }
    await accounts.setLanguage(signedInOf(request), chosen);
    return seeOther(reply, `/settings?done=language-${chosen}`);
  });
  app.post('/settings/reminders', form, async (request, reply) => {
    const chosen = formOf(request).get('reminders');
    if (chosen !== 'on' && chosen !== 'off') {
      const errors = { reminders: SETTINGS[languageOf(request)].chooseReminders };
      return show(tools, request, reply, { errors });
    }
    await expiryReminders.setOn(signedInOf(request).accountId, chosen === 'on');
    return seeOther(reply, `/settings?done=reminders-${chosen}`);
  });
  app.post('/settings/email', form, async (request, reply) => {
    const { email, email_password, email_code } = typedIn(formOf(request), [
      ...(['email', 'email_password', 'email_code'] as const),
    ]);
    const typed = { email, password: email_password, code: email_code };
    const outcome = await accounts.requestEmailChange(signedInOf(request), typed, languageOf(request));
    if (outcome.kind === 'done') return seeOther(reply, '/settings?done=link-sent');
    return refuse(tools, request, reply, outcome, { field: 'email_password', typedEmail: email });
  });
  app.post('/settings/password', form, async (request, reply) => {
    const { current_password, new_password, password_code } = typedIn(formOf(request), [
      ...(['current_password', 'new_password', 'password_code'] as const),
    ]);
    const passwords = { current: current_password, next: new_password, code: password_code };
    const outcome = await accounts.changePassword(signedInOf(request), passwords, languageOf(request));
    if (outcome.kind === 'done')
      return seeOther(withCookies(reply, outcome.value.cookies), '/settings?done=password');
    return refuse(tools, request, reply, outcome, { field: 'current_password' });
  });
  app.post('/settings/sessions', form, async (request, reply) => {
    await accounts.signOutEverywhere(signedInOf(request), 'others');
    return seeOther(reply, '/settings?done=sessions');
  });
  app.post('/settings/sessions/end', form, async (request, reply) => {
    const { session } = typedIn(formOf(request), ['session']);
    if (await accounts.endSession(signedInOf(request), session))
      return seeOther(reply, '/settings?done=session');
    throw new AppError('not_found', NO_SUCH_SESSION.en, { forPeople: NO_SUCH_SESSION });
  });
}

function addDeletion(app: FastifyInstance, tools: AccountPageTools): void {
  const { accounts, form } = tools;
  app.post('/settings/delete', form, async (request, reply) => {
    const { delete_password, delete_code } = typedIn(formOf(request), ['delete_password', 'delete_code']);
    const typed = { password: delete_password, code: delete_code };
    const outcome = await accounts.deleteAccount(signedInOf(request), typed, languageOf(request));
    if (outcome.kind !== 'done') return refuse(tools, request, reply, outcome, { field: 'delete_password' });
    return seeOther(withCookies(reply, await accounts.signOut({})), '/sign-in?deleted');
  });
}

function addNewEmail(app: FastifyInstance, { accounts, page, form, send }: AccountPageTools): void {
  const path = '/confirm-new-email';
  app.get(path, page, async (request, reply) => {
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

/** Shows the page again with the error. `field` is the password field. */
function refuse(
  tools: AccountPageTools,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Exclude<FormOutcome<unknown>, { kind: 'done' }>,
  { field, ...typed }: { field: string; typedEmail?: string },
): Promise<FastifyReply> {
  if (outcome.kind === 'invalid') return show(tools, request, reply, { ...typed, errors: outcome.errors });
  if (outcome.kind === 'dead_link') throw new Error('a form of the settings has no link');
  const language = languageOf(request);
  const errors = { [field]: `${waitText(outcome.seconds, language)} ${SETTINGS[language].forgotten}` };
  return show(tools, request, withWait(reply, outcome.seconds), { ...typed, errors, status: 429 });
}

async function show(
  { accounts, expiryReminders, send }: AccountPageTools,
  request: FastifyRequest,
  reply: FastifyReply,
  state: { errors?: FieldErrors; typedEmail?: string; notice?: string | undefined; status?: number },
): Promise<FastifyReply> {
  const account = signedInOf(request);
  const { name, email } = account;
  const sessions = await accounts.listSessions(account);
  const failedSignIns = await accounts.countFailedSignIns(account);
  const mailLanguage = await accounts.languageOf(account);
  const hasReminders = await expiryReminders.isOn(account.accountId);
  const takesCode = (await accounts.secondFactorOf(account)).kind === 'on';
  const passkeys = (await accounts.listPasskeys(account)).length;
  return send(reply, state.status ?? (state.errors ? 422 : 200), (frame) =>
    renderSettings(
      { ...frame, account },
      { ...state, name, email, sessions, failedSignIns, mailLanguage, hasReminders, takesCode, passkeys },
    ),
  );
}

/** Adds the pages for downloading personal data to a context that requires a session. */
function addYourDataPages(app: FastifyInstance, tools: AccountPageTools): void {
  const { accounts, exportData, page, form, send } = tools;
  app.get(YOUR_DATA_PAGE, page, (request, reply) =>
    send(reply, 200, (frame) => renderYourData({ ...frame, account: signedInOf(request) }, {})),
  );
  app.post(YOUR_DATA_PAGE, form, async (request, reply) => {
    const account = signedInOf(request);
    const { password } = typedIn(formOf(request), ['password']);
    const language = languageOf(request);
    const refuse = (to: FastifyReply, status: number, errors: FieldErrors) =>
      send(to, status, (frame) => renderYourData({ ...frame, account }, { errors }));
    if (password === '') return refuse(reply, 422, { password: ACCOUNT_ERRORS[language].noPassword });
    const outcome = await accounts.confirmPassword(account, password, language);
    if (outcome.kind === 'wait')
      return refuse(withWait(reply, outcome.seconds), 429, { password: waitText(outcome.seconds, language) });
    if (outcome.kind === 'invalid') return refuse(reply, 422, outcome.errors);
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="your-data.zip"',
        'cache-control': 'no-store',
      })
      .send(Readable.from(exportData(account)));
  });
}
