import type { FastifyInstance } from 'fastify';
import type { Checked, FieldErrors } from '../../../lib/field-errors.ts';
import { COPIES_MAX, COPY_FIELDS, type TypedCopy } from '../../../organizer/events/copy.ts';
import type { EventService } from '../../../organizer/events/service.ts';
import type { StoredEvent } from '../../../organizer/events/stored-event.ts';
import { renderChoices, renderErrorSummary, renderInput } from '../../kit/forms/fields.ts';
import { formOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { signedInOf } from '../../kit/frame/session.ts';
import { frameOf, type SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderPeriod } from '../../kit/render-dates.ts';

interface CopyPagesOptions {
  readonly events: Pick<EventService, 'get'>;
  /** Returns the ids of the new drafts. Throws `not_found` if the event does not belong to the account. */
  readonly copyEvent: (
    named: { readonly accountId: string; readonly eventId: string },
    typed: TypedCopy,
  ) => Promise<Checked<readonly string[]>>;
  readonly isFictional: () => Promise<boolean | undefined>;
}

interface OfEvent {
  readonly Params: { readonly id: string };
}

const schema = { hide: true };
const COPY = '/organizer/events/:id/copy';

/** Adds the pages for copying an event. */
export function addCopyRoutes(app: FastifyInstance, options: CopyPagesOptions): void {
  const { events, copyEvent } = options;

  app.get<OfEvent>(COPY, { schema }, async (request, reply) => {
    const { event } = await events.get(signedInOf(request).accountId, request.params.id);
    const typed = { name: event.name, starts_on: '', repeat: 'once', until: '' };
    return sendPage(
      reply,
      200,
      renderCopy({ ...(await frameOf(request, options)), event, typed, errors: {} }),
    );
  });

  app.post<OfEvent>(COPY, { schema }, async (request, reply) => {
    const { accountId } = signedInOf(request);
    const form = formOf(request);
    const typed = typedIn(form);
    const copied = await copyEvent({ accountId, eventId: request.params.id }, typed);
    if (!copied.ok) {
      const { event } = await events.get(accountId, request.params.id);
      const page = { ...(await frameOf(request, options)), event, typed, errors: copied.errors };
      return sendPage(reply, 422, renderCopy(page));
    }
    const [first, ...others] = copied.value;
    return seeOther(
      reply,
      others.length === 0
        ? `/organizer/events/${first}?done=created`
        : `/organizer?status=Draft&copied=${copied.value.length}`,
    );
  });
}

function typedIn(form: URLSearchParams): TypedCopy {
  const entries = COPY_FIELDS.map((name) => [name, form.get(name) ?? '']);
  const typed = Object.fromEntries(entries) as TypedCopy;
  return { ...typed, repeat: typed.repeat || 'once' };
}

/** Renders the form for copying an event, either to another date or as a series. */
function renderCopy(
  options: SignedInFrame & {
    readonly event: StoredEvent;
    readonly typed: TypedCopy;
    readonly errors: FieldErrors;
  },
): Html {
  const { account, fictional, event, typed, errors } = options;
  const title = `Copy ${event.name}`;
  const address = `/organizer/events/${encodeURIComponent(event.id)}`;
  const main = html`<p class="kicker"><a href="${address}">${event.name}</a></p>
<h1>Copy this event</h1>
${renderErrorSummary(errors)}
<p class="lead">Place, hours, description, questions, spots and deposit stay the same. Applications are not copied. This one is ${renderPeriod(event.starts_at, event.ends_at, event.timezone)}.</p>
<form class="ask" id="form" action="${address}/copy" method="post" novalidate>
${renderInput({ name: 'starts_on', label: 'First day of the new event', type: 'date', required: true, value: typed.starts_on, error: errors.starts_on })}
${renderInput({ name: 'name', label: 'Name', required: true, value: typed.name, error: errors.name })}
<details${typed.repeat === 'once' && errors.until === undefined && errors.repeat === undefined ? '' : ' open'}><summary>Make it a series</summary>
${renderChoices({
  name: 'repeat',
  label: 'Repeat',
  required: true,
  error: errors.repeat,
  choices: [
    { value: 'once', label: 'Just once' },
    { value: 'weekly', label: 'Every week' },
    { value: 'biweekly', label: 'Every two weeks' },
  ],
  chosen: [typed.repeat],
})}
${renderInput({ name: 'until', label: 'Until', type: 'date', value: typed.until, error: errors.until, hint: `The last day on which one may be. At most ${COPIES_MAX} events.` })}
</details>
<div class="actions"><button type="submit">Save as a draft</button> <a href="${address}">Back without saving</a></div>
</form>`;
  const hasError = Object.keys(errors).length > 0;
  const shown = hasError ? `Error: ${title}` : title;
  return renderPage({ title: shown, description: title, current: '/organizer', account, fictional, main });
}
