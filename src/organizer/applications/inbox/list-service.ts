import { createHash } from 'node:crypto';
import { pickFields } from '../../../http/answers/field-selection.ts';
import { jurisdictionDay } from '../../../lib/time/dates.ts';
import { inParts } from '../../../platform/in-parts.ts';
import { findPublishedVersion } from '../../../published-state/service.ts';
import { getOwnEvent } from '../../events/service.ts';
import type { ApplicationContext } from '../context.ts';
import type { ApplicationRecord } from '../schemas.ts';
import { toApplicationText } from './application-record.ts';
import { joinVendors, licensesOf, vendorOf } from './application-vendors-service.ts';
import { listByIds, listIds, readListState } from './inbox-store.ts';

/** The number of applications to read at once. Other requests get a turn between two batches. */
const PART_SIZE = 200;
/** Increase this number when the same rows are rendered differently. */
const FORMAT = 1;

/** The applications to one event or to all events of an account, for an API key. */
interface ApplicationList {
  /**
   * Changes whenever the content may have changed, which can be due to the ledger, a publication or a new
   * day.
   */
  readonly version: string;
  /**
   * Yields the applications in batches, ordered by submission time. Each application is the JSON text of an
   * `ApplicationRecord`, with only the requested fields. If it throws, it does so before the first batch.
   */
  readonly read: (
    wanted?: ReadonlySet<keyof ApplicationRecord>,
  ) => Promise<AsyncGenerator<readonly string[]>>;
}

/**
 * Opens the list of applications to one event or to all events, for an API key. Initially computes only the
 * version. Throws `not_found` for another account's event.
 */
export async function openApplicationList(
  context: ApplicationContext,
  accountId: string,
  eventId: string | undefined,
): Promise<ApplicationList> {
  const { ledgerDb, engine, registry, baseUrl, now } = context;
  const event = eventId === undefined ? undefined : await getOwnEvent(ledgerDb, accountId, eventId);
  const owner = event ? { eventId: event.id } : { accountId };
  const shown = [
    FORMAT,
    baseUrl,
    jurisdictionDay(now()),
    (await findPublishedVersion(registry.db)) ?? 0,
    await readListState(ledgerDb, owner),
  ];
  const read: ApplicationList['read'] = async (wanted) => {
    const ids = await listIds(ledgerDb, owner);
    return (async function* () {
      for await (const part of inParts(ids, PART_SIZE)) {
        const applications = await listByIds(ledgerDb, engine, part);
        const vendors = await joinVendors(context, applications, event);
        const documents = await context.documents.listEntries(
          ledgerDb,
          engine,
          part,
          licensesOf(vendors, applications),
        );
        const texts = applications.map((each) =>
          toApplicationText(each, vendorOf(vendors, each), documents.get(each.id) ?? []),
        );
        yield wanted ? texts.map((text) => JSON.stringify(pickFields(JSON.parse(text), wanted))) : texts;
      }
    })();
  };
  return { version: createHash('sha1').update(shown.join('\n')).digest('base64url'), read };
}
