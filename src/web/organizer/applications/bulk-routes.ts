import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BulkForm } from '../../../organizer/applications/bulk/bulk-service.ts';
import { isAboutReason } from '../../../organizer/applications/decide/against-verdict.ts';
import { readInboxView, toQuery } from '../../../organizer/applications/inbox/inbox-view.ts';
import type { ApplicationService } from '../../../organizer/applications/service.ts';
import { formOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { signedInOf } from '../../kit/frame/session.ts';
import { renderBulkPreview, renderBulkRefusal, renderBulkResult } from './bulk-page.ts';
import { bulkAddress, inboxAddress } from './inbox-addresses.ts';

interface BulkPagesOptions {
  readonly applications: Pick<ApplicationService, 'previewBulk' | 'applyBulk' | 'getBulk' | 'undoBulk'>;
  readonly isFictional: () => Promise<boolean | undefined>;
}

interface OfEvent {
  Params: { readonly id: string };
}
interface OfAction {
  Params: { readonly id: string; readonly action: string };
}

const BULK = '/organizer/events/:id/bulk';
const schema = { hide: true };

/** Adds the routes for bulk actions: choosing applications, confirming, seeing the result and undoing. */
export function addBulkRoutes(app: FastifyInstance, { applications, isFictional }: BulkPagesOptions): void {
  app.post<OfEvent>(BULK, { schema }, (request, reply) => answerPreview(request, reply, 200));

  app.post<OfEvent>(`${BULK}/apply`, { schema }, async (request, reply) => {
    const { id } = request.params;
    const form = formOf(request);
    const actionId = form.get('action_id') ?? '';
    const refusal = await applications.applyBulk(signedInOf(request).accountId, id, actionId, readForm(form));
    if (refusal === undefined)
      return seeOther(reply, bulkAddress({ id }, `/${encodeURIComponent(actionId)}`));
    return answerPreview(request, reply, 422, refusal);
  });

  app.get<OfAction>(`${BULK}/:action`, { schema }, (request, reply) => answerResult(request, reply));

  app.post<OfAction>(`${BULK}/:action/undo`, { schema }, async (request, reply) => {
    const { id, action } = request.params;
    const refusal = await applications.undoBulk(signedInOf(request).accountId, id, action);
    if (refusal !== undefined) return answerResult(request, reply, refusal);
    return seeOther(reply, addressBack({ id }, action, formOf(request)));
  });

  async function answerPreview(
    request: FastifyRequest<OfEvent>,
    reply: FastifyReply,
    status: number,
    refusal?: string,
  ): Promise<FastifyReply> {
    const account = signedInOf(request);
    const form = readForm(formOf(request));
    const read = await applications.previewBulk(account.accountId, request.params.id, form);
    const frame = { account, fictional: await isFictional() };
    if ('refusal' in read) return sendPage(reply, 422, renderBulkRefusal({ ...frame, ...read }));
    const field = refusal !== undefined && isAboutReason(refusal) ? 'reason' : 'message';
    const errors = refusal === undefined ? {} : { [field]: refusal };
    const page = { ...frame, preview: read.preview, actionId: randomUUID(), form, errors };
    return sendPage(reply, status, renderBulkPreview(page));
  }

  async function answerResult(
    request: FastifyRequest<OfAction>,
    reply: FastifyReply,
    refusal?: string,
  ): Promise<FastifyReply> {
    const account = signedInOf(request);
    const { id, action } = request.params;
    const result = await applications.getBulk(account.accountId, id, action);
    const page = renderBulkResult({ account, fictional: await isFictional(), result, refusal });
    return sendPage(reply, refusal === undefined ? 200 : 422, page);
  }
}

/**
 * Returns the address of the page that shows the notice. If the form does not name one, returns the action's
 * result page.
 */
function addressBack(event: { readonly id: string }, action: string, form: URLSearchParams): string {
  const back = form.get('back');
  if (back === null) return bulkAddress(event, `/${encodeURIComponent(action)}`);
  const query = toQuery(readInboxView(new URLSearchParams(form.get('view') ?? ''), 1), 1);
  query.set('did', action);
  const page = back === 'inbox' ? inboxAddress(event) : `${inboxAddress(event)}/${encodeURIComponent(back)}`;
  return `${page}?${query}`;
}

/** Reads the form. `all` selects every application on the page, whether or not it is checked. */
function readForm(form: URLSearchParams): BulkForm {
  return {
    chosen: form.get('all') === 'page' ? form.getAll('shown') : form.getAll('chosen'),
    action: form.get('action') ?? '',
    message: form.get('message') ?? '',
    reason: form.get('reason') ?? '',
  };
}
