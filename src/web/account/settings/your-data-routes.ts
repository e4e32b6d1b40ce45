import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ACCOUNT_ERRORS } from '../../../accounts/account/messages.ts';
import { languageOf } from '../../../http/input/choose-language.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { formOf } from '../../kit/forms/forms.ts';
import { signedInOf } from '../../kit/frame/session.ts';
import { type AccountPageTools, typedIn, withWait } from '../page-tools.ts';
import { waitText } from '../wait-page.ts';
import { renderYourData, YOUR_DATA_PAGE } from './your-data-page.ts';

/** Adds pages to a context that requires a session. */
export function addYourDataPages(app: FastifyInstance, tools: AccountPageTools): void {
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
