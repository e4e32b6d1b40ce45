import { verdictText } from '../../../decisions/decide/decision-words.ts';
import { EVENT_TYPE_NAMES } from '../../../decisions/decide/documents/required-documents.ts';
import type { EvidencePack, PackEntry } from '../../../decisions/evidence-pack/pack.ts';
import { describeInstant } from '../../../lib/time/zoned-time.ts';
import type { ComplianceFile } from '../../../organizer/applications/application.ts';
import { isOpen } from '../../../organizer/applications/decide/statuses.ts';
import { NOT_ON_RECORD, STATUS_NAMES } from '../../kit/applications/application-names.ts';
import { countPages } from '../../kit/paging.ts';
import { describeMissingVendor, notFiledText } from '../applications/application-standing.ts';
import {
  type ComplianceEntry,
  changesSinceFiled,
  documentsToCollect,
  filedLate,
  verdictToday,
} from './compliance-entry.ts';

/**
 * Returns one part of the compliance file as an evidence pack that contains the open applications with their
 * filed decisions.
 */
export function toCompliancePack(
  file: ComplianceFile,
  made: { readonly at: Date; readonly baseUrl: string; readonly fictional: boolean | undefined },
): EvidencePack {
  const { event, entries, page } = file;
  const { name, event_type: type, starts_at: start, ends_at: end, timezone: zone } = event;
  const place = [event.venue_name, event.address, event.city, event.county && `${event.county} County`];
  const parts = countPages(file);
  return {
    title: `Event file: ${name}${parts > 1 ? `, part ${page} of ${parts}` : ''}`,
    event: {
      name,
      type: EVENT_TYPE_NAMES[type],
      dates: `${describeInstant(start, zone)} to ${describeInstant(end, zone)}`,
      place: place.filter(Boolean).join(', '),
    },
    madeAt: made.at.toISOString(),
    issuer: made.baseUrl,
    entries: entries
      .filter(({ application }) => isOpen(application.status))
      .map((entry) => toPackEntry(entry, file)),
    fictional: made.fictional === true,
  };
}

function toPackEntry(entry: ComplianceEntry, { event }: ComplianceFile): PackEntry {
  const { application, decision } = entry;
  const documents = documentsToCollect(entry, event).map(({ code, name }) => {
    const found = application.documents.find((each) => each.code === code);
    return found
      ? { code, name, state: found.state, detail: found.detail }
      : { code, name, state: 'to_collect' as const };
  });
  const notes = [
    `Application: ${STATUS_NAMES[application.status]}, from ${application.business_name}, license ${application.license_number} as given.`,
    ...[application.name_differs].filter((note) => note !== null),
    ...[decision ? filedLate(decision, event) : undefined].filter((note) => note !== undefined),
    ...changesSinceFiled(entry, event),
    ...reasonNotes(entry),
  ];
  if (decision) return { kind: 'decided', decision, today: verdictToday(entry), documents, notes };
  const reason = application.vendor ? notFiledText(application) : describeMissingVendor(application);
  return {
    kind: 'undecided',
    line: application.business_name,
    license: application.vendor?.license.number,
    reason,
    documents,
    notes,
  };
}

function reasonNotes({ application: { reason } }: ComplianceEntry): string[] {
  if (!reason) return [];
  const against = reason.verdict === 'unknown' ? NOT_ON_RECORD : verdictText(reason.verdict);
  return [
    `${STATUS_NAMES[reason.status]} against the verdict (${against}, policy ${reason.policy_version}), because: ${reason.reason}`,
  ];
}
