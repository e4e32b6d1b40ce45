import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FormOutcome } from '../../../accounts/account/account.ts';
import { languageOf } from '../../../http/input/choose-language.ts';
import { localPath } from '../../../lib/address/local-path.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { formOf, queryOf, seeOther } from '../../kit/forms/forms.ts';
import { AFTER_SIGN_IN, signedInOf, withNext } from '../../kit/frame/session.ts';
import { type AccountPageTools, typedIn, withWait } from '../page-tools.ts';
import { waitText } from '../wait-page.ts';
import {
  FACTOR_PAGE,
  type FactorForm,
  renderAskCode,
  renderRecoveryCodes,
  renderSecondFactor,
} from './second-factor-page.ts';

/** Adds the page that asks for the code after the password has been accepted. */
export function addCodePage(app: FastifyInstance, { accounts, page, form, send }: AccountPageTools): void {
  const path = '/sign-in/code';
  app.get(path, page, async (request, reply) => {
    const next = localPath(queryOf(request).get('next'));
    if (await accounts.isCodeDue(request.headers))
      return send(reply, 200, (frame) => renderAskCode(frame, { next }));
    return seeOther(reply, withNext('/sign-in', next));
  });
  app.post(path, form, async (request, reply) => {
    const typed = formOf(request);
    const next = localPath(typed.get('next'));
    const { code } = typedIn(typed, ['code']);
    const language = languageOf(request);
    const outcome = await accounts.passSecondFactor(request.headers, code, language);
    switch (outcome.kind) {
      case 'done': {
        const isRecovery = outcome.value.by === 'recovery';
        return seeOther(
          reply,
          isRecovery ? withNext(`${FACTOR_PAGE}?recovery`, next) : (next ?? AFTER_SIGN_IN),
        );
      }
      case 'dead_link':
        return seeOther(reply, withNext('/sign-in?late', next));
      case 'invalid':
        return send(reply, 422, (frame) => renderAskCode(frame, { next, errors: outcome.errors }));
      case 'wait': {
        const errors = { code: waitText(outcome.seconds, language) };
        return send(withWait(reply, outcome.seconds), 429, (frame) => renderAskCode(frame, { next, errors }));
      }
    }
  });
}

/** Adds the second-factor pages to a context that requires a session. */
export function addFactorPages(app: FastifyInstance, tools: AccountPageTools): void {
  const { accounts, page, form, send } = tools;
  app.get(FACTOR_PAGE, page, (request, reply) => show(tools, request, reply, {}));
  app.post(`${FACTOR_PAGE}/begin`, form, async (request, reply) => {
    const typed = formOf(request);
    const { factor_password } = typedIn(typed, ['factor_password']);
    const outcome = await accounts.beginSecondFactor(
      signedInOf(request),
      factor_password,
      languageOf(request),
    );
    return outcome.kind === 'done'
      ? seeOther(reply, withNext(FACTOR_PAGE, typed.get('next')))
      : refuse(tools, request, reply, outcome, { password: 'factor_password' });
  });
  const showCodes = (request: FastifyRequest, reply: FastifyReply, codes: readonly string[]) => {
    const next = localPath(formOf(request).get('next'));
    return send(reply, 200, (frame) =>
      renderRecoveryCodes({ ...frame, account: signedInOf(request) }, codes, next),
    );
  };
  app.post(`${FACTOR_PAGE}/confirm`, form, async (request, reply) => {
    const { code } = typedIn(formOf(request), ['code']);
    const outcome = await accounts.confirmSecondFactor(signedInOf(request), code, languageOf(request));
    return outcome.kind === 'done'
      ? showCodes(request, reply, outcome.value.codes)
      : refuse(tools, request, reply, outcome, { code: 'code' });
  });
  app.post(`${FACTOR_PAGE}/codes`, form, async (request, reply) => {
    const { codes_password: password, codes_code: code } = typedIn(formOf(request), [
      ...(['codes_password', 'codes_code'] as const),
    ]);
    const outcome = await accounts.renewRecoveryCodes(
      signedInOf(request),
      { password, code },
      languageOf(request),
    );
    return outcome.kind === 'done'
      ? showCodes(request, reply, outcome.value.codes)
      : refuse(tools, request, reply, outcome, fieldsOf('codes'));
  });
  app.post(`${FACTOR_PAGE}/off`, form, async (request, reply) => {
    const { off_password: password, off_code: code } = typedIn(formOf(request), [
      ...(['off_password', 'off_code'] as const),
    ]);
    const outcome = await accounts.endSecondFactor(
      signedInOf(request),
      { password, code },
      languageOf(request),
    );
    return outcome.kind === 'done'
      ? seeOther(reply, '/settings?done=factor-off')
      : refuse(tools, request, reply, outcome, fieldsOf('off'));
  });
}

/** The names of a form's fields. */
interface Fields {
  readonly password?: string;
  readonly code?: string;
}

function fieldsOf(form: FactorForm): Fields {
  return { password: `${form}_password`, code: `${form}_code` };
}

/** Shows the page again, with the errors next to the submitted form's fields. */
function refuse(
  tools: AccountPageTools,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Exclude<FormOutcome<unknown>, { kind: 'done' }>,
  { password, code }: Fields,
): Promise<FastifyReply> | FastifyReply {
  // Another window turned the second factor on or off in the meantime, so the page shows the current state.
  if (outcome.kind === 'dead_link') return seeOther(reply, FACTOR_PAGE);
  if (outcome.kind === 'wait') {
    const errors = { [password ?? code ?? '']: waitText(outcome.seconds, languageOf(request)) };
    return show(tools, request, withWait(reply, outcome.seconds), { errors, status: 429 });
  }
  const { factor_password: wrongPassword, code: wrongCode } = outcome.errors;
  const errors: FieldErrors = {
    ...(wrongPassword !== undefined && { [password ?? code ?? '']: wrongPassword }),
    ...(wrongCode !== undefined && { [code ?? password ?? '']: wrongCode }),
  };
  return show(tools, request, reply, { errors });
}

async function show(
  { accounts, send }: AccountPageTools,
  request: FastifyRequest,
  reply: FastifyReply,
  state: {
    readonly errors?: FieldErrors;
    readonly status?: number;
  },
): Promise<FastifyReply> {
  const account = signedInOf(request);
  const sent = request.method === 'POST' ? formOf(request) : queryOf(request);
  const next = localPath(sent.get('next'));
  const factor = await accounts.secondFactorOf(account);
  const isAfterRecovery = queryOf(request).has('recovery');
  return send(reply, state.status ?? (state.errors ? 422 : 200), (frame) =>
    renderSecondFactor({ ...frame, account }, { ...state, factor, next, isAfterRecovery }),
  );
}
