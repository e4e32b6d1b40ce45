import { DEMO_ORGANIZERS } from '../../accounts/account/demo-organizers.ts';
import type { ApplicationService } from '../../organizer/applications/service.ts';
import type { EventService } from '../../organizer/events/service.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/log/log.ts';
import { removeDemoOrganizers, seedDemoOrganizers } from './seed-organizers.ts';

/** The statuses of the demo events that have a compliance file from the start. */
const FILED: readonly string[] = ['Published', 'Completed'];

/**
 * Creates the demo organizers if a demo publishes fictional records, and removes them otherwise. A failure is
 * only logged, because the service is useful without them.
 */
export async function syncDemoOrganizers(options: {
  readonly ledger: LedgerDb;
  readonly services: {
    readonly events: EventService;
    readonly applications: ApplicationService;
    readonly isFictional: () => Promise<boolean | undefined>;
    readonly now: () => Date;
  };
  readonly demo: boolean;
  readonly log: Logger;
}): Promise<void> {
  const { ledger, services, demo, log } = options;
  try {
    const fictional = await services.isFictional();
    if (!demo || fictional === false) return await removeDemoOrganizers(ledger);
    if (fictional && (await seedDemoOrganizers(ledger, services.now()))) {
      await fileDecisions(services);
      log.info('demo organizers are ready; the README has their sign-in');
    }
  } catch (error) {
    log.error({ err: error }, 'the demo organizers could not be created');
  }
}

async function fileDecisions({
  events,
  applications,
}: {
  events: EventService;
  applications: ApplicationService;
}): Promise<void> {
  const { id } = DEMO_ORGANIZERS[0];
  for (const event of await events.list(id))
    if (FILED.includes(event.status)) await applications.fileDecisions(id, event.id);
}
