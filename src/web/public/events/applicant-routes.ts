import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import type { ApplicantView } from '../../../organizer/applications/application.ts';
import { noSuchLink } from '../../../organizer/applications/apply/applicant-service.ts';
import type { ApplicationService } from '../../../organizer/applications/service.ts';
import { formOf, queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { renderActed, renderApplicant, renderWithdraw } from './applicant-page.ts';
import { PRIVATE_HEADERS } from './private-address.ts';

const FORM_BYTES_MAX = 4 * 1024;

interface ApplicantPagesOptions {
  readonly applications: ApplicationService;
  readonly baseUrl: string;
  readonly isFictional: () => Promise<boolean | undefined>;
}

/** Pages and actions at an applicant's private link, which do not require an account. */
export const applicantPages: FastifyPluginAsync<ApplicantPagesOptions> = async (app, options) => {
  const { applications, baseUrl, isFictional } = options;
  const route = { schema: { hide: true }, config: TRANSLATED };
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl } });
  // Runs last, so that error pages also keep the token private.
  app.addHook('onSend', async (_request, reply) => void reply.headers(PRIVATE_HEADERS));

  app.get('/application', route, async (request, reply) => {
    const token = queryOf(request).get('token') ?? '';
    const view = await getView(applications, token);
    const language = languageOf(request);
    return sendPage(reply, 200, renderApplicant({ view, token, language, fictional: await isFictional() }));
  });

  app.get('/application/withdraw', route, async (request, reply) => {
    const token = queryOf(request).get('token') ?? '';
    const view = await getView(applications, token);
    const render = view.may_withdraw ? renderWithdraw : renderApplicant;
    const language = languageOf(request);
    return sendPage(reply, 200, render({ view, token, language, fictional: await isFictional() }));
  });

  for (const action of ['withdraw', 'confirm'] as const) {
    const acted = action === 'withdraw' ? 'withdrawn' : 'confirmed';
    app.post(`/application/${action}`, route, async (request, reply) => {
      const token = formOf(request).get('token') ?? '';
      await getView(applications, token);
      const refusal = await applications[action](token, languageOf(request));
      if (refusal === undefined) return seeOther(reply, `/application/${acted}`);
      return answerRefusal(reply, { token, refusal });
    });
    app.get(`/application/${acted}`, route, async (request, reply) =>
      sendPage(reply, 200, renderActed(acted, await isFictional(), languageOf(request))),
    );
  }

  async function answerRefusal(
    reply: FastifyReply,
    { token, refusal }: { token: string; refusal: string },
  ): Promise<FastifyReply> {
    const view = await getView(applications, token);
    const language = languageOf(reply.request);
    const fictional = await isFictional();
    return sendPage(reply, 422, renderApplicant({ view, token, refusal, language, fictional }));
  }
};

async function getView(applications: ApplicationService, token: string): Promise<ApplicantView> {
  const view = await applications.findByLink(token);
  if (!view) throw noSuchLink();
  return view;
}
