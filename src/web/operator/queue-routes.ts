import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ListWindow } from '../../lib/list-window.ts';
import { formOf, queryOf, seeOther, sendPage } from '../kit/forms/forms.ts';
import { signedInOf } from '../kit/frame/session.ts';
import { frameOf, type SignedInFrame } from '../kit/frame/signed-in-frame.ts';
import type { Html } from '../kit/html.ts';
import { isBeyond, readPage, windowOf } from '../kit/paging.ts';
import { type OperatorGuard, prepareOperatorPages } from './guard.ts';
import type { QueueState } from './queue-page.ts';

const FORM_BYTES_MAX = 64 * 1024;
/** Small, because each entry includes its full text and a form. */
const ENTRIES_A_PAGE = 25;

export interface QueuePagesOptions extends OperatorGuard {
  readonly baseUrl: string;
}

/** Sets up a context for the pages where operators decide pending entries. Other accounts get a 404. */
export function prepareQueues(app: FastifyInstance, options: QueuePagesOptions): void {
  const { baseUrl } = options;
  prepareOperatorPages(app, { ...options, forms: { bytesMax: FORM_BYTES_MAX, baseUrl } });
}

interface Queue<Entry> {
  readonly address: string;
  /** The name of the field that is sent by the buttons in an entry's form. */
  readonly field: string;
  readonly entries: {
    listQueue(accountId: string, window: ListWindow): Promise<readonly Entry[]>;
    countQueue(accountId: string): Promise<number>;
    /** Saves a decision. Returns the reason if the decision was rejected, or undefined if it was saved. */
    decide(
      accountId: string,
      id: string,
      typed: { readonly decision: string; readonly note: string },
    ): Promise<string | undefined>;
  };
  readonly render: (frame: SignedInFrame, entries: readonly Entry[], state: QueueState) => Html;
  /** The sentence shown after a decision is saved. */
  readonly done: string;
}

/** Adds the page that lists pending entries, and the forms for deciding them. */
export function addQueue<Entry>(
  app: FastifyInstance,
  options: QueuePagesOptions,
  { address, field, entries, render, done }: Queue<Entry>,
): void {
  const schema = { hide: true };
  const show = async (request: FastifyRequest, reply: FastifyReply, refused?: QueueState['refused']) => {
    const { accountId } = signedInOf(request);
    const place = { page: readPage(queryOf(request)), pageSize: ENTRIES_A_PAGE };
    const queue = await entries.listQueue(accountId, windowOf(place));
    const list = { ...place, total: await entries.countQueue(accountId) };
    const isDone = !refused && queryOf(request).get('done') === 'decided';
    const page = render(await frameOf(request, options), queue, {
      list,
      refused,
      notice: isDone ? done : undefined,
    });
    return sendPage(reply, refused ? 422 : isBeyond(list) ? 404 : 200, page);
  };
  app.get(address, { schema }, (request, reply) => show(request, reply));
  app.post<{ Params: { id: string } }>(`${address}/:id`, { schema }, async (request, reply) => {
    const { id } = request.params;
    const form = formOf(request);
    const note = form.get(`note-${id}`) ?? '';
    const typed = { decision: form.get(field) ?? '', note };
    const text = await entries.decide(signedInOf(request).accountId, id, typed);
    if (text === undefined) return seeOther(reply, `${address}?done=decided`);
    return show(request, reply, { id, text, note });
  });
}
