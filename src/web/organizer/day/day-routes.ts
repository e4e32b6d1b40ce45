import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApplicationService } from '../../../organizer/applications/service.ts';
import { formOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { signedInOf } from '../../kit/frame/session.ts';
import { dayAddress } from '../applications/inbox-addresses.ts';
import { renderDay } from './day-page.ts';

interface DayPagesOptions {
  readonly applications: Pick<ApplicationService, 'getDayList' | 'noteDay' | 'recordOutcome'>;
  readonly isFictional: () => Promise<boolean | undefined>;
}

interface OfEvent {
  Params: { readonly id: string };
}
interface OfEntry {
  Params: { readonly id: string; readonly aid: string };
}

const DAY = '/organizer/events/:id/day';
const schema = { hide: true };

/** Adds the day-of list and its actions: checking in vendors, assigning spots and recording outcomes. */
export function addDayRoutes(app: FastifyInstance, { applications, isFictional }: DayPagesOptions): void {
  app.get<OfEvent>(DAY, { schema }, (request, reply) => answer(request, reply));

  app.post<OfEntry>(`${DAY}/:aid`, { schema }, async (request, reply) => {
    const { id, aid } = request.params;
    const form = formOf(request);
    const arrival = form.get('checked_in');
    const refusal = await applications.noteDay(signedInOf(request).accountId, id, aid, {
      spot: form.get('spot') ?? undefined,
      load_in: form.get('load_in') ?? undefined,
      checked_in: arrival === null ? undefined : arrival === 'yes',
    });
    return refusal === undefined ? back(request, reply) : answer(request, reply, refusal);
  });

  app.post<OfEntry>(`${DAY}/:aid/outcome`, { schema }, async (request, reply) => {
    const { id, aid } = request.params;
    // A form without the field did not come from our page.
    const outcome = formOf(request).get('outcome') ?? 'missing';
    const refusal = await applications.recordOutcome(signedInOf(request).accountId, id, aid, outcome);
    return refusal === undefined ? back(request, reply) : answer(request, reply, refusal);
  });

  /** Redirects to the vendor's position in the list, because the list is long on a phone. */
  function back(request: FastifyRequest<OfEntry>, reply: FastifyReply): FastifyReply {
    const { id, aid } = request.params;
    return seeOther(reply, `${dayAddress({ id })}#v-${encodeURIComponent(aid)}`);
  }

  async function answer(
    request: FastifyRequest<OfEvent>,
    reply: FastifyReply,
    refusal?: string,
  ): Promise<FastifyReply> {
    const account = signedInOf(request);
    const list = await applications.getDayList(account.accountId, request.params.id);
    const page = renderDay({ account, fictional: await isFictional(), list, refusal });
    return sendPage(reply, refusal === undefined ? 200 : 422, page);
  }
}
