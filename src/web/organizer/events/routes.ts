import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { NO_SUCH_TEAM, type TeamService } from '../../../accounts/teams/service.ts';
import type { Membership } from '../../../accounts/teams/team.ts';
import { AppError } from '../../../http/errors/errors.ts';
import type { TodoCounts, Waiting } from '../../../organizer/applications/inbox/todo.ts';
import { EMPTY_EVENT_FIELDS } from '../../../organizer/events/form/event-fields.ts';
import { toEventFields } from '../../../organizer/events/form/event-form.ts';
import { EVENT_STATUSES } from '../../../organizer/events/schemas.ts';
import type { EventService } from '../../../organizer/events/service.ts';
import type { TeamEvent } from '../../../organizer/events/stored-event.ts';
import type { CheckedList } from '../../../organizer/lists/checked-list.ts';
import type { ListService } from '../../../organizer/lists/service.ts';
import type { ShortlistService } from '../../../organizer/shortlist/shortlist-service.ts';
import { formOf, queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { type FindSession, signedInOf } from '../../kit/frame/session.ts';
import { frameOf } from '../../kit/frame/signed-in-frame.ts';
import { isBeyond, readPage, windowOf } from '../../kit/paging.ts';
import { addCopyRoutes } from './copy-routes.ts';
import { eventFieldsOf, renderEventForm } from './event-form-page.ts';
import { fieldsFromList, type ListOfEvent } from './event-from-list.ts';
import { renderCancel, renderOverview } from './event-overview.ts';
import { renderOwnEvents } from './own-events-page.ts';
import { addQuestionRoutes } from './question-routes.ts';

/** Large enough for the longest description in any script, URL-encoded. */
const FORM_BYTES_MAX = 64 * 1024;
const EVENTS_A_PAGE = 50;

interface OrganizerEventPagesOptions {
  readonly events: EventService;
  readonly team: Pick<TeamService, 'listManaged'>;
  /** Used to create an event from a checked list. */
  readonly lists: Pick<ListService, 'get'>;
  readonly shortlist: Pick<ShortlistService, 'save' | 'countChanged'>;
  readonly findSession: FindSession;
  /**
   * Cancels the event. Returns the reason if the event cannot be canceled now, otherwise undefined. Throws
   * `not_found` if the event does not belong to the account.
   */
  readonly cancelEvent: (accountId: string, eventId: string) => Promise<string | undefined>;
  /** Counts the open tasks in an event's applications. */
  readonly countTodos: (accountId: string, eventId: string) => Promise<TodoCounts>;
  readonly copyEvent: Parameters<typeof addCopyRoutes>[1]['copyEvent'];
  /** Counts the pending items for each of these events. */
  readonly countWaiting: (eventIds: readonly string[]) => Promise<ReadonlyMap<string, Waiting>>;
  readonly now: () => Date;
  readonly baseUrl: string;
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

interface OfEvent {
  readonly Params: { readonly id: string };
}
type EventRequest = FastifyRequest<OfEvent>;

const schema = { hide: true };

/** Pages where a signed-in organizer manages events. */
export const organizerEventPages: FastifyPluginAsync<OrganizerEventPagesOptions> = async (app, options) => {
  preparePages(app, {
    forms: { bytesMax: FORM_BYTES_MAX, baseUrl: options.baseUrl },
    findSession: options.findSession,
  });
  addEventRoutes(app, options);
  addEditRoutes(app, options);
  addStatusRoutes(app, options);
  addCopyRoutes(app, options);
  addQuestionRoutes(app, options);
};

function addEventRoutes(app: FastifyInstance, options: OrganizerEventPagesOptions): void {
  const { events } = options;
  app.get('/organizer', { schema }, async (request, reply) => {
    const query = queryOf(request);
    const status = EVENT_STATUSES.find((each) => each === query.get('status'));
    const place = { page: readPage(query), pageSize: EVENTS_A_PAGE };
    const found = await events.listPage(signedInOf(request).accountId, status, windowOf(place));
    const list = { ...place, total: found.total };
    const isToCome = ({ status: each, ends_at }: TeamEvent) =>
      each === 'Published' && Date.parse(ends_at) > options.now().getTime();
    const waiting = await options.countWaiting(found.events.filter(isToCome).map(({ id }) => id));
    const copied = /^\d{1,2}$/.exec(query.get('copied') ?? '')?.[0];
    const page = renderOwnEvents({
      ...(await frameOf(request, options)),
      events: found.events,
      status,
      list,
      waiting,
      copied: copied === undefined ? undefined : Number(copied),
    });
    return sendPage(reply, isBeyond(list) ? 404 : 200, page);
  });
  app.get('/organizer/events/new', { schema }, async (request, reply) => {
    const frame = await frameOf(request, options);
    const query = queryOf(request);
    const team = await findTeam(options, request, query.get('team'));
    const given = await findList(options, query.get('list'));
    const fields = {
      ...EMPTY_EVENT_FIELDS,
      organizer_name: team?.owner_name ?? frame.account.name,
      ...(given ? fieldsFromList(given.checked) : {}),
    };
    return sendPage(reply, 200, renderEventForm({ ...frame, fields, errors: {}, team, list: given?.list }));
  });
  app.post('/organizer/events', { schema }, async (request, reply) => {
    const form = formOf(request);
    const fields = eventFieldsOf(form);
    const account = signedInOf(request);
    const team = await findTeam(options, request, form.get('team'));
    const given = await findList(options, form.get('list'));
    const created = await events.create(account.accountId, fields, team?.owner_id);
    if (!created.ok) {
      const frame = await frameOf(request, options);
      const page = { ...frame, fields, errors: created.errors, team, list: given?.list };
      return sendPage(reply, 422, renderEventForm(page));
    }
    const { id } = created.value;
    if (!given) return seeOther(reply, `/organizer/events/${id}?done=created`);
    // A new event has room for any list, so this should not fail. If it did, the event would exist without
    // its vendors, and the list would not change.
    await options.shortlist.save(account, id, given.checked);
    return seeOther(reply, `/organizer/events/${id}/shortlist?done=created`);
  });
  app.get<OfEvent>('/organizer/events/:id', { schema }, (request, reply) =>
    sendOverview(options, request, reply),
  );
}

/** Returns the team that will own the event; undefined if the account will own it. */
async function findTeam(
  { team }: OrganizerEventPagesOptions,
  request: FastifyRequest,
  ownerId: string | null,
): Promise<Membership | undefined> {
  if (!ownerId) return undefined;
  const found = (await team.listManaged(signedInOf(request))).find((each) => each.owner_id === ownerId);
  if (!found) throw new AppError('not_found', NO_SUCH_TEAM);
  return found;
}

/** Returns the checked list for a new event. Throws `not_found` if the list is not stored. */
async function findList(
  { lists }: OrganizerEventPagesOptions,
  token: string | null,
): Promise<{ readonly checked: CheckedList; readonly list: ListOfEvent } | undefined> {
  if (!token) return undefined;
  const checked = await lists.get(token);
  return { checked, list: { token, count: checked.decided.length } };
}

function addEditRoutes(app: FastifyInstance, options: OrganizerEventPagesOptions): void {
  const { events } = options;
  const address = '/organizer/events/:id/edit';
  app.get<OfEvent>(address, { schema }, async (request, reply) => {
    const { event, editRefusal } = await events.get(signedInOf(request).accountId, request.params.id);
    const { id, name, updated_at: version } = event;
    // The event's page explains why the event cannot be edited.
    if (editRefusal !== undefined) return seeOther(reply, `/organizer/events/${id}`);
    const frame = await frameOf(request, options);
    const edited = { id, name, version };
    return sendPage(
      reply,
      200,
      renderEventForm({ ...frame, fields: toEventFields(event), errors: {}, edited }),
    );
  });
  app.post<OfEvent>(address, { schema }, async (request, reply) => {
    const { accountId } = signedInOf(request);
    const form = formOf(request);
    const fields = eventFieldsOf(form);
    const version = form.get('version') ?? '';
    const updated = await events.update(accountId, request.params.id, fields, version);
    if (updated.ok) return seeOther(reply, `/organizer/events/${updated.value.id}?done=saved`);
    const { event } = await events.get(accountId, request.params.id);
    const edited = { id: event.id, name: event.name, version };
    const frame = await frameOf(request, options);
    return sendPage(reply, 422, renderEventForm({ ...frame, fields, errors: updated.errors, edited }));
  });
}

function addStatusRoutes(app: FastifyInstance, options: OrganizerEventPagesOptions): void {
  const { events, cancelEvent } = options;
  const steps = [
    ['publish', 'published', events.publish],
    ['unpublish', 'unpublished', events.unpublish],
    ['complete', 'completed', events.complete],
  ] as const;
  for (const [step, done, take] of steps)
    app.post<OfEvent>(`/organizer/events/:id/${step}`, { schema }, async (request, reply) => {
      const refusal = await take(signedInOf(request).accountId, request.params.id);
      if (refusal !== undefined) return sendOverview(options, request, reply, refusal);
      return seeOther(reply, `/organizer/events/${request.params.id}?done=${done}`);
    });

  app.get<OfEvent>('/organizer/events/:id/cancel', { schema }, (request, reply) =>
    sendCancel(options, request, reply),
  );
  app.post<OfEvent>('/organizer/events/:id/cancel', { schema }, async (request, reply) => {
    const refusal = await cancelEvent(signedInOf(request).accountId, request.params.id);
    if (refusal !== undefined) return sendCancel(options, request, reply, refusal);
    return seeOther(reply, `/organizer/events/${request.params.id}?done=cancelled`);
  });
}

async function sendOverview(
  options: OrganizerEventPagesOptions,
  request: EventRequest,
  reply: FastifyReply,
  refusal?: string,
): Promise<FastifyReply> {
  const { accountId } = signedInOf(request);
  const overview = await options.events.get(accountId, request.params.id);
  const todos = await options.countTodos(accountId, request.params.id);
  const shortlistChanged = await options.shortlist.countChanged(accountId, request.params.id);
  const page = renderOverview({
    ...(await frameOf(request, options)),
    overview,
    todos,
    shortlistChanged,
    baseUrl: options.baseUrl,
    ...(refusal === undefined ? { done: queryOf(request).get('done') } : { refusal }),
  });
  return sendPage(reply, refusal === undefined ? 200 : 422, page);
}

async function sendCancel(
  options: OrganizerEventPagesOptions,
  request: EventRequest,
  reply: FastifyReply,
  refusal?: string,
): Promise<FastifyReply> {
  const overview = await options.events.get(signedInOf(request).accountId, request.params.id);
  const frame = await frameOf(request, options);
  const page = renderCancel({ ...frame, overview, ...(refusal === undefined ? {} : { refusal }) });
  return sendPage(reply, refusal === undefined ? 200 : 422, page);
}
