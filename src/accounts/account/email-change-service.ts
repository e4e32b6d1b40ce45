import { logSecurity } from '../../platform/log/security-log.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { mayMail } from '../../platform/mail/recipient-limit.ts';
import { consumeLink, createLink, deleteLinks, findLink } from '../links/links-store.ts';
import { lockSession } from '../sessions/sessions-store.ts';
import { codeChecks } from '../sign-in/code-check-service.ts';
import { askPassword } from '../sign-in/sign-in-service.ts';
import type { FormOutcome } from './account.ts';
import { type ChangeContext, change, DEAD_LINK, DONE, invalid, ofSession } from './account-change-service.ts';
import { codeProblem, emailProblem, fieldErrors, foldEmail } from './account-input.ts';
import type { AccountService } from './account-methods.ts';
import { addressInUseMail, emailChangeAskedMail, emailChangedMail, newEmailMail } from './mail-texts.ts';
import { ACCOUNT_ERRORS } from './messages.ts';
import {
  deleteUnverified,
  findByEmail,
  languageOfAccount,
  lockAccountIfThere,
  setVerifiedEmail,
} from './store.ts';

/** Changes the email address: the owner requests it while signed in and confirms it through a link. */
export function emailChanges(
  context: ChangeContext,
): Pick<AccountService, 'requestEmailChange' | 'confirmEmailChange'> {
  const { ledgerDb, baseUrl, log, now } = context;
  const { asked } = codeChecks(context);
  return {
    async requestEmailChange(session, typed, language = 'en') {
      const t = ACCOUNT_ERRORS[language];
      const { accountId, email, sessionId } = session;
      const to = foldEmail(typed.email);
      const answer = await askPassword(context, ofSession(sessionId, accountId), typed.password);
      if ('seconds' in answer) return { kind: 'wait', ...answer };
      const errors = fieldErrors({
        email: to === email ? t.sameEmail : emailProblem(to, language),
        email_password: answer.isRight ? undefined : t.wrongPassword,
      });
      if (errors) return invalid(errors);
      return asked(accountId, typed.code ?? '', (isRight) =>
        change(context, to, async (tx): Promise<FormOutcome> => {
          if (!(await lockSession(tx, session))) return invalid({ email_password: t.signedOut });
          if (!(await isRight(tx))) return invalid({ email_code: codeProblem(typed.code, language) });
          if (!(await mayMail(tx, 'email-change', accountId, now())))
            return invalid({ email: t.tooManyChanges });
          const own = await languageOfAccount(tx, accountId);
          await queueMail(
            tx,
            emailChangeAskedMail({ to: email, baseUrl, language: own, newEmail: to }),
            now(),
          );
          // Emails to the new address are limited like sign-up emails, so its owner gets only a few, and this
          // page does not reveal how many were sent.
          if (!(await mayMail(tx, 'sign-up', to, now()))) return DONE;
          const token = await createLink(tx, 'confirm-new-email', `${accountId} ${to}`, now());
          const present = await findByEmail(tx, to);
          const mail = present?.verified
            ? addressInUseMail({ to, language: present.language })
            : newEmailMail({ to, baseUrl, language: own, token });
          await queueMail(tx, mail, now());
          return DONE;
        }),
      );
    },
    async confirmEmailChange(token, { accountId, email }) {
      const [owner, newEmail] =
        (await findLink(ledgerDb, 'confirm-new-email', token, now()))?.split(' ') ?? [];
      if (newEmail === undefined || owner !== accountId) return DEAD_LINK;
      const changed = await change(context, newEmail, async (tx) => {
        await lockAccountIfThere(tx, accountId);
        if ((await consumeLink(tx, 'confirm-new-email', token, now())) === undefined) return false;
        const present = await findByEmail(tx, newEmail);
        if (present?.verified) return false;
        if (present) await deleteUnverified(tx, present.id);
        await setVerifiedEmail(tx, accountId, newEmail, now());
        await deleteLinks(tx, accountId);
        const language = await languageOfAccount(tx, accountId);
        const about = { to: email, baseUrl, language, newEmail };
        await queueMail(tx, emailChangedMail(about), now());
        return true;
      });
      if (!changed) return DEAD_LINK;
      logSecurity(log, 'email_changed', { account_id: accountId });
      return DONE;
    },
  };
}
