import type { FastifyInstance } from 'fastify';
import type { Checked } from '../../../lib/field-errors.ts';
import { COPY_FIELDS, type TypedCopy } from '../../../organizer/events/copy.ts';
import type { EventService } from '../../../organizer/events/service.ts';
import { formOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { signedInOf } from '../../kit/frame/session.ts';
import { frameOf } from '../../kit/frame/signed-in-frame.ts';
import { renderCopy } from './copy-page.ts';

interface CopyPagesOptions {
  readonly events: Pick<EventService, 'get'>;
  /** Returns the ids of the new drafts. Throws `not_found` if the event is not the account's. */
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

/** Adds the pages that copy an event. */
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
