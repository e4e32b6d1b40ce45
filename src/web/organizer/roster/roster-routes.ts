import type { FastifyInstance } from 'fastify';
import type { RenderPack } from '../../../decisions/evidence-pack/service.ts';
import { toLocal } from '../../../lib/time/zoned-time.ts';
import type { ApplicationService } from '../../../organizer/applications/service.ts';
import { sendPage } from '../../kit/forms/forms.ts';
import { signedInOf } from '../../kit/frame/session.ts';
import { sendPack } from '../../kit/send-pack.ts';
import { renderRoster, rosterCsv, toPrintedRoster } from './roster-page.ts';

interface RosterPagesOptions {
  readonly applications: Pick<ApplicationService, 'getRoster'>;
  readonly renderPack: RenderPack;
  readonly baseUrl: string;
  readonly now: () => Date;
  readonly isFictional: () => Promise<boolean | undefined>;
}

interface OfEvent {
  Params: { readonly id: string };
}

const ROSTER = '/organizer/events/:id/roster';
const schema = { hide: true };

/** Adds the list of an event's vendors for the regulator, as a page, a PDF and a CSV file. */
export function addRosterRoutes(app: FastifyInstance, options: RosterPagesOptions): void {
  const { applications, renderPack, baseUrl, now, isFictional } = options;

  app.get<OfEvent>(ROSTER, { schema }, async (request, reply) => {
    const account = signedInOf(request);
    const roster = await applications.getRoster(account.accountId, request.params.id);
    const today = toLocal(now().toISOString(), roster.event.timezone).slice(0, 10);
    return sendPage(reply, 200, renderRoster({ account, fictional: await isFictional(), roster, today }));
  });

  app.get<OfEvent>(`${ROSTER}.csv`, { schema }, async (request, reply) => {
    const roster = await applications.getRoster(signedInOf(request).accountId, request.params.id);
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="vendors-${roster.event.id}.csv"`,
        'cache-control': 'no-store',
      })
      .send(rosterCsv(roster));
  });

  app.get<OfEvent>(`${ROSTER}.pdf`, { schema }, async (request, reply) => {
    const { accountId } = signedInOf(request);
    const roster = await applications.getRoster(accountId, request.params.id);
    const made = { at: now(), baseUrl, fictional: (await isFictional()) === true };
    const name = `vendors-${roster.event.id}`;
    return sendPack(reply, renderPack, toPrintedRoster(roster, made), name, `account ${accountId}`);
  });
}
