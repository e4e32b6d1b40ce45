import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import { sendCacheable } from '../../../http/answers/send-cacheable.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import { networkOf } from '../../../http/limits/rate-limits.ts';
import type { Language } from '../../../lib/language/language.ts';
import type { ApplicationService } from '../../../organizer/applications/service.ts';
import { NO_SUCH_EVENT, NO_SUCH_EVENT_TEXTS } from '../../../organizer/events/service.ts';
import type { StoredEvent } from '../../../organizer/events/stored-event.ts';
import { isOver, takingApplications } from '../../../organizer/events/taking-applications.ts';
import type { LookUp } from '../../../search/find/identify-service.ts';
import { FOR_ANYONE, formOf, queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { SCRIPTED_PAGE_HEADERS } from '../../kit/frame/render-page.ts';
import type { FindSession } from '../../kit/frame/session.ts';
import { applicantPages } from './applicant-routes.ts';
import { EMPTY_FORM, toApplicationForm } from './apply-form.ts';
import { type ApplyPart, renderApplied, renderEventPage } from './event-page.ts';
import { LOOK_UP } from './messages.ts';

/** Large enough for long answers in any script: one character can take nine bytes in a form. */
const FORM_BYTES_MAX = 256 * 1024;
const LOOKUPS_PER_MINUTE = 60;
const LICENSE_LENGTH_MAX = 60;
const SCRIPT_AGE_SECONDS = 3_600;

interface ApplyPagesOptions {
  readonly applications: ApplicationService;
  /** Returns undefined for a draft, and for an id that is malformed or does not exist. */
  readonly findPublicEvent: (id: string) => Promise<StoredEvent | undefined>;
  /**
   * Finds the signed-in account. If it is the license's verified holder, the application counts as the
   * holder's own.
   */
  readonly findSession: FindSession;
  readonly lookUp: (licenseNumber: string) => Promise<LookUp>;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** Forms per minute and valid forms per day for each client IP address; 0 for no limit. */
  readonly limits: { readonly APPLY: number; readonly APPLY_DAY: number };
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

/** An event's public page with the application form, and the page shown after the form is submitted. */
export const applyPages: FastifyPluginAsync<ApplyPagesOptions> = async (app, options) => {
  const { applications, baseUrl, isFictional } = options;
  addLicenseLookup(app, options);
  app.register(async (pages) => {
    preparePages(pages, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl } });
    addEventPages(pages, options);
  });
  app.register(applicantPages, { applications, baseUrl, isFictional });
};

function addEventPages(app: FastifyInstance, options: ApplyPagesOptions): void {
  const { applications, findPublicEvent, findSession, isFictional, limits, now, baseUrl } = options;
  const route = { schema: { hide: true }, config: TRANSLATED };
  const getEvent = async (id: string): Promise<StoredEvent> => {
    const event = await findPublicEvent(id);
    if (!event) throw new AppError('not_found', NO_SUCH_EVENT, { forPeople: NO_SUCH_EVENT_TEXTS });
    return event;
  };
  const answer = async (reply: FastifyReply, status: number, event: StoredEvent, part: ApplyPart) => {
    const headers = {
      ...(part.kind === 'form' ? SCRIPTED_PAGE_HEADERS : {}),
      ...(status === 200 ? FOR_ANYONE : {}),
    };
    return sendPage(
      reply,
      status,
      renderEventPage(event, part, {
        fictional: await isFictional(),
        baseUrl,
        language: languageOf(reply.request),
        isOver: isOver(event, now()),
      }),
      headers,
    );
  };

  app.get<{ Params: { id: string } }>('/events/:id', route, async (request, reply) => {
    const event = await getEvent(request.params.id);
    const state = takingApplications(event, now(), languageOf(request));
    const part: ApplyPart = state.taking
      ? { kind: 'form', form: EMPTY_FORM }
      : { kind: 'closed', text: state.text };
    return answer(reply, 200, event, part);
  });

  app.get<{ Params: { id: string } }>('/events/:id/applied', route, async (request, reply) => {
    const event = await getEvent(request.params.id);
    return sendPage(reply, 200, renderApplied(event, await isFictional(), languageOf(request)));
  });

  const onRequest = app.rateLimit({ name: 'apply', perMinute: limits.APPLY });
  const countDay = app.takeLimit({ name: 'apply-day', perDay: limits.APPLY_DAY });
  app.post<{ Params: { id: string } }>(
    '/events/:id/applications',
    { ...route, onRequest },
    async (request, reply) => {
      const event = await getEvent(request.params.id);
      const typed = formOf(request);
      const signedIn = await findSession(request.headers);
      const admit = () => countDay(reply, networkOf(request));
      const form = toApplicationForm(typed);
      const submission = await applications.submit(event.id, form, {
        admit,
        accountId: signedIn?.accountId,
        language: languageOf(request),
      });
      switch (submission.outcome) {
        case 'submitted':
        case 'already_submitted':
          return seeOther(reply, `/events/${encodeURIComponent(event.id)}/applied`);
        case 'not_taking':
          return answer(reply, 422, event, { kind: 'refused', text: submission.reason });
        case 'refused':
          return answer(reply, 422, event, { kind: 'form', form: { typed, errors: submission.errors } });
      }
    },
  );
}

/** Adds the script and the lookup outside the pages' context, so that lookup errors are returned as JSON. */
function addLicenseLookup(app: FastifyInstance, { lookUp }: ApplyPagesOptions): void {
  const schema = { hide: true };
  const script = readFileSync(new URL('../assets/apply.js', import.meta.url), 'utf8');
  app.get('/assets/apply.js', { schema }, async (request, reply) =>
    sendCacheable(request, reply, {
      body: script,
      type: 'text/javascript; charset=utf-8',
      maxAgeSeconds: SCRIPT_AGE_SECONDS,
    }),
  );
  const onRequest = app.rateLimit({ name: 'license-lookup', perMinute: LOOKUPS_PER_MINUTE });
  app.get('/license-lookup', { schema, config: TRANSLATED, onRequest }, async (request, reply) => {
    const number = queryOf(request).get('number') ?? '';
    const found = await lookUp(number.slice(0, LICENSE_LENGTH_MAX));
    return reply.header('cache-control', 'no-store').send(toAnswer(found, languageOf(request)));
  });
}

/** Returns only the parsed number, the name and the city. Only the organizer sees the vendor's record. */
function toAnswer(found: LookUp, language: Language) {
  if (found.status === 'found') {
    const { status, license_number, name, city } = found;
    return { status, license_number, name, city };
  }
  const text = language === 'en' ? found.text : LOOK_UP[language][found.status];
  return { status: found.status, text };
}
