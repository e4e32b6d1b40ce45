import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { EventService } from '../../../organizer/events/service.ts';
import type { TeamEvent } from '../../../organizer/events/stored-event.ts';
import type { ListService } from '../../../organizer/lists/service.ts';
import { isUpcoming } from '../../../organizer/shortlist/save-vendor-service.ts';
import type { ShortlistService } from '../../../organizer/shortlist/shortlist-service.ts';
import { formOf, queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { type FindSession, signedInOf } from '../../kit/frame/session.ts';
import { frameOf } from '../../kit/frame/signed-in-frame.ts';
import { renderSaveList, renderShortlist } from './page.ts';
import { renderSaveVendor } from './save-vendor-page.ts';

/** Large enough for an email address for each vendor in a full list. */
const FORM_BYTES_MAX = 192 * 1024;
/** The maximum number of events to choose from. The nearest events come first. */
const EVENTS_OFFERED = 200;

interface ShortlistPagesOptions {
  readonly events: Pick<EventService, 'listPage'>;
  readonly lists: Pick<ListService, 'get'>;
  readonly shortlist: ShortlistService;
  readonly findSession: FindSession;
  readonly baseUrl: string;
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly now: () => Date;
  readonly limits: { readonly APPLY: number };
}

interface OfEvent {
  readonly Params: { readonly id: string };
}
interface OfEntry {
  readonly Params: { readonly id: string; readonly entry: string };
}

const schema = { hide: true };
const ADDRESS = '/organizer/events/:id/shortlist';

/**
 * Pages for an event's shortlist, where organizers save vendors from a checked list, re-check, invite and
 * remove vendors.
 */
export const shortlistPages: FastifyPluginAsync<ShortlistPagesOptions> = async (app, options) => {
  const { shortlist, limits } = options;
  preparePages(app, {
    forms: { bytesMax: FORM_BYTES_MAX, baseUrl: options.baseUrl },
    findSession: options.findSession,
  });
  addSaving(app, options);
  addSavingVendor(app, options);
  app.get<OfEvent>(ADDRESS, { schema }, (request, reply) => sendShortlist(options, request, reply));
  const limit = app.rateLimit({ name: 'shortlist-recheck', perMinute: limits.APPLY });
  app.post<OfEvent>(`${ADDRESS}/recheck`, { schema, onRequest: limit }, async (request, reply) => {
    const { id } = request.params;
    const refusal = await shortlist.recheck(signedInOf(request).accountId, id);
    if (refusal !== undefined) return sendShortlist(options, request, reply, refusal);
    return seeOther(reply, `/organizer/events/${id}/shortlist?done=checked`);
  });
  app.post<OfEvent>(`${ADDRESS}/invite`, { schema, onRequest: limit }, async (request, reply) => {
    const { id } = request.params;
    const refusal = await shortlist.invite(signedInOf(request).accountId, id, emailsOf(formOf(request)));
    if (refusal !== undefined) return sendShortlist(options, request, reply, refusal);
    return seeOther(reply, `/organizer/events/${id}/shortlist?done=invited`);
  });
  app.post<OfEntry>(`${ADDRESS}/:entry/remove`, { schema }, async (request, reply) => {
    const { id, entry } = request.params;
    await shortlist.remove(signedInOf(request).accountId, id, entry);
    return seeOther(reply, `/organizer/events/${id}/shortlist?done=removed`);
  });
};

/** Returns the email address that was typed for each vendor, keyed by entry id. */
function emailsOf(form: URLSearchParams): ReadonlyMap<string, string> {
  return new Map(
    [...form].flatMap(([name, value]) => {
      const id = /^email-([0-9a-f-]{36})$/.exec(name)?.[1];
      return id === undefined ? [] : [[id, value.trim()] as const];
    }),
  );
}

function addSaving(app: FastifyInstance, options: ShortlistPagesOptions): void {
  const { lists, shortlist } = options;
  app.get('/organizer/save-list', { schema }, (request, reply) =>
    sendSaving(options, request, reply, queryOf(request).get('list') ?? ''),
  );
  app.post('/organizer/save-list', { schema }, async (request, reply) => {
    const form = formOf(request);
    const token = form.get('list') ?? '';
    const eventId = form.get('event') ?? '';
    const refusal = await shortlist.save(signedInOf(request), eventId, await lists.get(token));
    if (refusal !== undefined) return sendSaving(options, request, reply, token, refusal);
    return seeOther(reply, `/organizer/events/${eventId}/shortlist?done=saved`);
  });
}

/**
 * Adds the routes for saving a vendor from a decision page. The vendor's id is either in the address or in
 * the form.
 */
function addSavingVendor(app: FastifyInstance, options: ShortlistPagesOptions): void {
  app.get('/organizer/save-vendor', { schema }, (request, reply) =>
    sendSavingVendor(options, request, reply, queryOf(request).get('vendor') ?? ''),
  );
  const limit = app.rateLimit({ name: 'save-vendor', perMinute: options.limits.APPLY });
  app.post('/organizer/save-vendor', { schema, onRequest: limit }, async (request, reply) => {
    const form = formOf(request);
    const named = { vendorId: form.get('vendor') ?? '', eventId: form.get('event') ?? '' };
    if (named.eventId === '')
      return sendSavingVendor(options, request, reply, named.vendorId, 'Choose an event.');
    const refusal = await options.shortlist.saveVendor(signedInOf(request), named);
    if (refusal !== undefined) return sendSavingVendor(options, request, reply, named.vendorId, refusal);
    return seeOther(reply, `/organizer/events/${named.eventId}/shortlist?done=saved`);
  });
}

async function sendSavingVendor(
  options: ShortlistPagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  vendorId: string,
  refusal?: string,
): Promise<FastifyReply> {
  const vendor = await options.shortlist.getVendor(vendorId);
  const events = (await listOpenEvents(options, request)).filter((event) => isUpcoming(event, options.now()));
  const page = renderSaveVendor({ ...(await frameOf(request, options)), vendor, events, refusal });
  return sendPage(reply, refusal === undefined ? 200 : 422, page);
}

/** Lists the draft and published events that the user may change. */
async function listOpenEvents(options: ShortlistPagesOptions, request: FastifyRequest): Promise<TeamEvent[]> {
  const { accountId } = signedInOf(request);
  const found = await options.events.listPage(accountId, undefined, { rowsMax: EVENTS_OFFERED, offset: 0 });
  return found.events.filter(
    ({ access, status }) => access !== 'viewer' && (status === 'Draft' || status === 'Published'),
  );
}

async function sendSaving(
  options: ShortlistPagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  refusal?: string,
): Promise<FastifyReply> {
  const list = await options.lists.get(token);
  const events = await listOpenEvents(options, request);
  const page = renderSaveList({ ...(await frameOf(request, options)), list, token, events, refusal });
  return sendPage(reply, refusal === undefined ? 200 : 422, page);
}

async function sendShortlist(
  options: ShortlistPagesOptions,
  request: FastifyRequest<OfEvent>,
  reply: FastifyReply,
  refusal?: string,
): Promise<FastifyReply> {
  const found = await options.shortlist.list(signedInOf(request).accountId, request.params.id);
  const page = renderShortlist({
    ...(await frameOf(request, options)),
    ...found,
    baseUrl: options.baseUrl,
    refusal,
    ...(refusal === undefined ? { done: queryOf(request).get('done') } : {}),
  });
  return sendPage(reply, refusal === undefined ? 200 : 422, page);
}
