import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { AccountService } from '../../accounts/account/account-methods.ts';
import { languageOf, TRANSLATED } from '../../http/input/choose-language.ts';
import { localPath } from '../../lib/address/local-path.ts';
import { formOf, queryOf, seeOther, sendPage } from '../kit/forms/forms.ts';
import { preparePages } from '../kit/frame/page-context.ts';
import { AFTER_SIGN_IN, hasSession, withNext } from '../kit/frame/session.ts';
import { addLinkPages } from './links/link-routes.ts';
import { type AccountPageTools, browserOf, typedIn, withCookies, withWait } from './page-tools.ts';
import { addPasskeyScript, addPasskeySignIn } from './passkeys/passkey-routes.ts';
import { FACTOR } from './second-factor/second-factor-messages.ts';
import { addCodePage } from './second-factor/second-factor-routes.ts';
import { addSettingsPages } from './settings/settings-routes.ts';
import { ENTRY } from './sign-in/sign-in-messages.ts';
import { renderMailSent, renderSignIn, renderSignUp } from './sign-in/sign-in-pages.ts';
import { renderWait } from './wait-page.ts';

const FORM_BYTES_MAX = 16 * 1024;
/**
 * Addresses here contain tokens that other sites must not see. `no-referrer` would not work: browsers would
 * send a form's origin as "null", as if the form came from another site.
 */
const TOKEN_SAFE = { 'referrer-policy': 'strict-origin' } as const;

interface AccountPagesOptions {
  readonly accounts: AccountService;
  readonly exportData: AccountPageTools['exportData'];
  readonly expiryReminders: AccountPageTools['expiryReminders'];
  readonly hasMailServer: boolean;
  readonly baseUrl: string;
  /** Requests per minute for each client; 0 for no limit. */
  readonly limits: { readonly ACCOUNT: number; readonly PAGE: number };
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

/** Pages for sign-up, sign-in and email links, and for a signed-in account's settings. */
export const accountPages: FastifyPluginAsync<AccountPagesOptions> = async (app, options) => {
  const { accounts, exportData, expiryReminders, hasMailServer, baseUrl, limits, isFictional } = options;
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl } });
  const page = { schema: { hide: true }, config: TRANSLATED } as const;
  const tools: AccountPageTools = {
    accounts,
    exportData,
    expiryReminders,
    hasMailServer,
    page,
    form: {
      ...page,
      onRequest: app.rateLimit({ name: 'account', perMinute: limits.ACCOUNT }),
    },
    send: async (reply, status, render) =>
      sendPage(
        reply,
        status,
        render({ language: languageOf(reply.request), fictional: await isFictional() }),
        TOKEN_SAFE,
      ),
  };
  addSignUp(app, tools);
  addSignIn(app, tools);
  addCodePage(app, tools);
  addPasskeySignIn(app, tools);
  addPasskeyScript(app, limits.PAGE);
  addLinkPages(app, tools);
  app.register(async (settings) => addSettingsPages(settings, tools));
};

function addSignUp(app: FastifyInstance, tools: AccountPageTools): void {
  const { accounts, hasMailServer, page, form, send } = tools;
  app.get('/sign-up', page, (request, reply) => {
    const query = queryOf(request);
    const next = localPath(query.get('next'));
    return send(reply, 200, (frame) =>
      query.has('sent')
        ? renderMailSent(frame, 'sign-up', next, hasMailServer)
        : renderSignUp(frame, { next }),
    );
  });
  app.post('/sign-up', form, async (request, reply) => {
    const typed = formOf(request);
    const { name, email, password } = typedIn(typed, ['name', 'email', 'password']);
    const next = localPath(typed.get('next'));
    const outcome = await accounts.signUp({ name, email, password, next, language: languageOf(request) });
    if (outcome.kind !== 'invalid') return seeOther(reply, withNext('/sign-up?sent', next));
    return send(reply, 422, (frame) => renderSignUp(frame, { name, email, next, errors: outcome.errors }));
  });
}

function addSignIn(app: FastifyInstance, { accounts, page, form, send }: AccountPageTools): void {
  const passkeys = accounts.passkeysWork;
  app.get('/sign-in', page, async (request, reply) => {
    const query = queryOf(request);
    const next = localPath(query.get('next'));
    if (await accounts.findSession(request.headers)) return seeOther(reply, next ?? AFTER_SIGN_IN);
    if (hasSession(request.headers) && (await accounts.isCodeDue(request.headers)))
      return seeOther(reply, withNext('/sign-in/code', next));
    const notice = query.has('reset')
      ? ENTRY[languageOf(request)].passwordSet
      : query.has('late')
        ? FACTOR[languageOf(request)].tooLate
        : query.has('deleted')
          ? ENTRY[languageOf(request)].accountDeleted
          : undefined;
    return send(reply, 200, (frame) => renderSignIn(frame, { next, notice, passkeys }));
  });
  app.post('/sign-in', form, async (request, reply) => {
    const typed = formOf(request);
    const { email, password } = typedIn(typed, ['email', 'password']);
    const next = localPath(typed.get('next'));
    const outcome = await accounts.signIn({ email, password }, browserOf(request));
    switch (outcome.kind) {
      case 'done':
        return seeOther(
          withCookies(reply, outcome.cookies),
          outcome.codeDue ? withNext('/sign-in/code', next) : (next ?? AFTER_SIGN_IN),
        );
      case 'wrong':
        return send(reply, 422, (frame) =>
          renderSignIn(frame, { next, email, passkeys, errors: { email: ENTRY[frame.language].wrong } }),
        );
      case 'wait':
        return send(withWait(reply, outcome.seconds), 429, (frame) =>
          renderWait(frame, { ...outcome, next }),
        );
    }
  });
  app.post('/sign-out', page, async (request, reply) =>
    seeOther(withCookies(reply, await accounts.signOut(request.headers)), '/'),
  );
}
