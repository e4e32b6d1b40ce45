import type { FastifyInstance } from 'fastify';
import { languageOf } from '../../../http/input/choose-language.ts';
import { localPath } from '../../../lib/address/local-path.ts';
import { formOf, queryOf, seeOther } from '../../kit/forms/forms.ts';
import { AFTER_SIGN_IN, withNext } from '../../kit/frame/session.ts';
import { type AccountPageTools, browserOf, typedIn, withCookies, withWait } from '../page-tools.ts';
import { renderMailSent } from '../sign-in/sign-in-pages.ts';
import { waitText } from '../wait-page.ts';
import {
  renderConfirmAgain,
  renderConfirmEmail,
  renderDeadLink,
  renderForgotPassword,
  renderResetPassword,
} from './link-pages.ts';

/** Adds the pages that email links open, and the pages that send such an email. */
export function addLinkPages(app: FastifyInstance, tools: AccountPageTools): void {
  addConfirmation(app, tools);
  addReset(app, tools);
  addRequests(app, tools);
}

function addConfirmation(app: FastifyInstance, { accounts, page, form, send }: AccountPageTools): void {
  app.get('/confirm-email', page, async (request, reply) => {
    const token = queryOf(request).get('token') ?? '';
    const email = await accounts.findLinkAddress('confirm-email', token);
    if (email !== undefined) return send(reply, 200, (frame) => renderConfirmEmail(frame, { token, email }));
    return send(reply, 404, (frame) => renderDeadLink(frame, 'confirm-email'));
  });
  app.post('/confirm-email', form, async (request, reply) => {
    const { token, password } = typedIn(formOf(request), ['token', 'password']);
    const language = languageOf(request);
    const outcome = await accounts.confirmEmail(token, password, browserOf(request), language);
    switch (outcome.kind) {
      case 'done':
        return seeOther(withCookies(reply, outcome.value.cookies), outcome.value.next ?? AFTER_SIGN_IN);
      case 'invalid':
      case 'wait': {
        const email = (await accounts.findLinkAddress('confirm-email', token)) ?? '';
        const isWait = outcome.kind === 'wait';
        const errors = isWait ? { password: waitText(outcome.seconds, language) } : outcome.errors;
        return send(isWait ? withWait(reply, outcome.seconds) : reply, isWait ? 429 : 422, (frame) =>
          renderConfirmEmail(frame, { token, email, errors }),
        );
      }
      case 'dead_link':
        return send(reply, 404, (frame) => renderDeadLink(frame, 'confirm-email'));
    }
  });
}

function addReset(app: FastifyInstance, { accounts, page, form, send }: AccountPageTools): void {
  app.get('/reset-password', page, async (request, reply) => {
    const token = queryOf(request).get('token') ?? '';
    const email = await accounts.findLinkAddress('reset-password', token);
    if (email !== undefined) return send(reply, 200, (frame) => renderResetPassword(frame, { token, email }));
    return send(reply, 404, (frame) => renderDeadLink(frame, 'reset-password'));
  });
  app.post('/reset-password', form, async (request, reply) => {
    const { token, password } = typedIn(formOf(request), ['token', 'password']);
    const outcome = await accounts.resetPassword(token, password, languageOf(request));
    switch (outcome.kind) {
      case 'done':
        return seeOther(
          withCookies(reply, outcome.value.cookies),
          withNext('/sign-in?reset', outcome.value.next),
        );
      case 'invalid': {
        const email = (await accounts.findLinkAddress('reset-password', token)) ?? '';
        const { errors } = outcome;
        return send(reply, 422, (frame) => renderResetPassword(frame, { token, email, errors }));
      }
      case 'dead_link':
        return send(reply, 404, (frame) => renderDeadLink(frame, 'reset-password'));
    }
  });
}

/**
 * Adds two forms that accept an email address and respond the same way whether or not the address has an
 * account.
 */
function addRequests(app: FastifyInstance, tools: AccountPageTools): void {
  const { accounts, hasMailServer, page, form, send } = tools;
  const requests = [
    {
      path: '/confirm-email/again',
      what: 'again',
      render: renderConfirmAgain,
      ask: accounts.resendVerification,
    },
    { path: '/forgot-password', what: 'reset', render: renderForgotPassword, ask: accounts.requestReset },
  ] as const;
  for (const { path, what, render, ask } of requests) {
    app.get(path, page, (request, reply) => {
      const query = queryOf(request);
      const next = localPath(query.get('next'));
      return send(reply, 200, (frame) =>
        query.has('sent') ? renderMailSent(frame, what, next, hasMailServer) : render(frame, { next }),
      );
    });
    app.post(path, form, async (request, reply) => {
      const typed = formOf(request);
      const { email } = typedIn(typed, ['email']);
      const next = localPath(typed.get('next'));
      const outcome = await ask(email, next, languageOf(request));
      if (outcome.kind !== 'invalid') return seeOther(reply, withNext(`${path}?sent`, next));
      return send(reply, 422, (frame) => render(frame, { email, next, errors: outcome.errors }));
    });
  }
}
