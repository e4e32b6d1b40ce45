import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendCacheable } from '../../../http/answers/send-cacheable.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { languageOf } from '../../../http/input/choose-language.ts';
import { localPath } from '../../../lib/address/local-path.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { inEach } from '../../../lib/language/language.ts';
import { formOf, queryOf, seeOther } from '../../kit/forms/forms.ts';
import { AFTER_SIGN_IN, signedInOf, withNext } from '../../kit/frame/session.ts';
import { type AccountPageTools, browserOf, typedIn, withCookies, withWait } from '../page-tools.ts';
import { renderSignIn } from '../sign-in/sign-in-pages.ts';
import { waitText } from '../wait-page.ts';
import { deviceName } from './device-name.ts';
import { PASSKEY } from './passkey-messages.ts';
import { PASSKEYS_PAGE, renderCreatePasskey, renderPasskeys } from './passkey-page.ts';

const NO_SUCH_PASSKEY = inEach((language) => PASSKEY[language].noSuch);

/** Adds the script for the passkey forms. */
export function addPasskeyScript(app: FastifyInstance, perMinute: number): void {
  const body = readFileSync(new URL('./assets/passkeys.js', import.meta.url));
  const onRequest = app.rateLimit({ name: 'assets', perMinute });
  app.get('/assets/passkeys.js', { schema: { hide: true }, onRequest }, async (request, reply) =>
    sendCacheable(request, reply, { body, type: 'text/javascript; charset=utf-8', maxAgeSeconds: 3_600 }),
  );
}

/**
 * Adds the routes for signing in with a passkey. The script fetches the challenge and sends the response as a
 * form.
 */
export function addPasskeySignIn(app: FastifyInstance, { accounts, form, send }: AccountPageTools): void {
  app.post('/sign-in/passkey/question', form, async (_request, reply) => {
    const { options, cookies } = await accounts.beginPasskeySignIn();
    return withCookies(reply, cookies).header('cache-control', 'no-store').send(options);
  });
  app.post('/sign-in/passkey', form, async (request, reply) => {
    const typed = formOf(request);
    const next = localPath(typed.get('next'));
    const { credential } = typedIn(typed, ['credential']);
    const outcome = await accounts.signInWithPasskey(credential, browserOf(request));
    withCookies(reply, outcome.cookies);
    if (outcome.kind === 'done') return seeOther(reply, next ?? AFTER_SIGN_IN);
    const passkeys = accounts.passkeysWork;
    return send(reply, 422, (frame) => {
      const t = PASSKEY[frame.language];
      const errors = { passkey: outcome.kind === 'late' ? t.signInLate : t.signInRefused };
      return renderSignIn(frame, { next, passkeys, errors });
    });
  });
}

/** Adds the passkey pages to a context that requires a session. */
export function addPasskeyPages(app: FastifyInstance, tools: AccountPageTools): void {
  const { accounts, page, form, send } = tools;
  app.get(PASSKEYS_PAGE, page, (request, reply) => {
    const t = PASSKEY[languageOf(request)];
    const done = queryOf(request).get('done');
    const notice = done === 'added' ? t.doneAdded : done === 'removed' ? t.doneRemoved : undefined;
    return show(tools, request, reply, { notice });
  });
  app.post(`${PASSKEYS_PAGE}/begin`, form, async (request, reply) => {
    const { passkey_name, passkey_password, passkey_code } = typedIn(formOf(request), [
      ...(['passkey_name', 'passkey_password', 'passkey_code'] as const),
    ]);
    const typed = { name: passkey_name, password: passkey_password, code: passkey_code };
    const outcome = await accounts.beginPasskey(signedInOf(request), typed, languageOf(request));
    if (outcome.kind === 'done')
      return seeOther(
        withCookies(reply, outcome.value.cookies),
        withNext(`${PASSKEYS_PAGE}/new`, nextOf(request)),
      );
    return refuse(tools, request, reply, outcome, { field: 'passkey_password', typedName: passkey_name });
  });
  app.get(`${PASSKEYS_PAGE}/new`, page, async (request, reply) => {
    const account = signedInOf(request);
    const asked = await accounts.passkeyToCreate(account, request.headers);
    const next = nextOf(request);
    if (!asked) return seeOther(reply, withNext(PASSKEYS_PAGE, next));
    return send(reply, 200, (frame) => renderCreatePasskey({ ...frame, account }, { ...asked, next }));
  });
  app.post(`${PASSKEYS_PAGE}/add`, form, async (request, reply) => {
    const { credential } = typedIn(formOf(request), ['credential']);
    const account = signedInOf(request);
    const language = languageOf(request);
    const outcome = await accounts.addPasskey(account, request.headers, credential, language);
    if (outcome.kind === 'done')
      return seeOther(
        withCookies(reply, outcome.value.cookies),
        withNext(`${PASSKEYS_PAGE}?done=added`, nextOf(request)),
      );
    return refuse(tools, request, reply, outcome, { field: 'passkey' });
  });
  app.post(`${PASSKEYS_PAGE}/remove`, form, async (request, reply) => {
    const { remove_passkey: id, remove_password: password } = typedIn(formOf(request), [
      ...(['remove_passkey', 'remove_password'] as const),
    ]);
    const language = languageOf(request);
    if (id === '')
      return show(tools, request, reply, { errors: { remove_passkey: PASSKEY[language].choose } });
    const outcome = await accounts.removePasskey(signedInOf(request), { id, password }, language);
    if (outcome.kind === 'done') return seeOther(reply, `${PASSKEYS_PAGE}?done=removed`);
    if (outcome.kind === 'dead_link')
      throw new AppError('not_found', NO_SUCH_PASSKEY.en, { forPeople: NO_SUCH_PASSKEY });
    return refuse(tools, request, reply, outcome, { field: 'remove_password' });
  });
}

/** Returns the page that required a passkey, so that the user can go back to it. */
function nextOf(request: FastifyRequest): string | undefined {
  return localPath((request.method === 'POST' ? formOf(request) : queryOf(request)).get('next'));
}

/** Shows the page again with the error. `field` is the password field. */
function refuse(
  tools: AccountPageTools,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome:
    | { readonly kind: 'invalid'; readonly errors: FieldErrors }
    | { readonly kind: 'dead_link' }
    | { readonly kind: 'wait'; readonly seconds: number },
  { field, ...typed }: { readonly field: string; readonly typedName?: string },
): Promise<FastifyReply> {
  const language = languageOf(request);
  switch (outcome.kind) {
    case 'invalid':
      return show(tools, request, reply, { ...typed, errors: outcome.errors });
    case 'dead_link':
      return show(tools, request, reply, { ...typed, errors: { passkey: PASSKEY[language].tooLate } });
    case 'wait': {
      const errors = { [field]: waitText(outcome.seconds, language) };
      return show(tools, request, withWait(reply, outcome.seconds), { ...typed, errors, status: 429 });
    }
  }
}

async function show(
  { accounts, send }: AccountPageTools,
  request: FastifyRequest,
  reply: FastifyReply,
  state: {
    readonly errors?: FieldErrors;
    readonly notice?: string | undefined;
    readonly status?: number;
    readonly typedName?: string;
  },
): Promise<FastifyReply> {
  const account = signedInOf(request);
  const passkeys = await accounts.listPasskeys(account);
  const factor = await accounts.secondFactorOf(account);
  return send(reply, state.status ?? (state.errors ? 422 : 200), (frame) =>
    renderPasskeys(
      { ...frame, account },
      {
        ...state,
        passkeys,
        work: accounts.passkeysWork,
        asksCode: factor.kind === 'on',
        next: nextOf(request),
        typedName: state.typedName ?? deviceName(request.headers['user-agent'] ?? '', frame.language),
      },
    ),
  );
}
