import type { Language } from '../../lib/language/language.ts';
import { mailOwnerOf } from '../../lib/text/mailbox.ts';
import { compareText } from '../../lib/text/text.ts';
import { holdsSpot } from '../../organizer/applications/decide/statuses.ts';
import type { ApplicationOutcome, ApplicationStatus } from '../../organizer/applications/schemas.ts';
import { RELIABILITY } from './messages.ts';
import type { PlatformReliability } from './schemas.ts';

/**
 * Decides which outcomes count toward a vendor's reliability, and when enough outcomes count to show it
 * (contract 2.5, docs/reliability.md). All applications here were made or confirmed by the license's current
 * verified holder.
 */
const EVENTS_MIN = 3;
const ORGANIZERS_MIN = 2;

export interface HolderOutcome {
  readonly application_id: string;
  readonly status: ApplicationStatus;
  readonly outcome: ApplicationOutcome | null;
  readonly recorded_at: string | null;
  /** The time when the holder was emailed this outcome; null if no one was. */
  readonly told_at: string | null;
  /** The time when the application was last approved. */
  readonly approved_at: string | null;
  readonly event_status: string;
  readonly starts_at: string;
  /** The date on which the event starts, in its time zone. */
  readonly day: string;
  readonly organizer_email: string;
  readonly contact_email: string;
  /** True if the outcome was contested and no operator has dismissed the contest. */
  readonly contested: boolean;
}

export type Counting =
  | 'counts'
  | 'none'
  | 'cancellation'
  | 'not_told'
  | 'contested'
  | 'not_approved'
  | 'recorded_early'
  | 'own_event'
  | 'same_day';

/**
 * Returns, for each application, whether its outcome counts or why it does not. `holderEmail` is the address
 * of the holder's account.
 */
export function judgeOutcomes(
  outcomes: readonly HolderOutcome[],
  holderEmail: string,
): Map<string, Counting> {
  const judged = new Map<string, Counting>();
  const days = new Set<string>();
  const byStart = [...outcomes].sort(
    (a, b) => compareText(a.starts_at, b.starts_at) || compareText(a.application_id, b.application_id),
  );
  for (const each of byStart) {
    const counting = judgeAlone(each, holderEmail);
    const day = `${mailOwnerOf(each.organizer_email)} ${each.day}`;
    judged.set(each.application_id, counting === 'counts' && days.has(day) ? 'same_day' : counting);
    if (counting === 'counts') days.add(day);
  }
  return judged;
}

function judgeAlone(each: HolderOutcome, holderEmail: string): Counting {
  const { outcome, status, approved_at, recorded_at, starts_at, organizer_email, contact_email } = each;
  if (outcome === null) return 'none';
  if (outcome === 'cancelled_by_vendor' || outcome === 'cancelled_by_organizer') return 'cancellation';
  if (each.told_at === null) return 'not_told';
  if (each.contested) return 'contested';
  if (!holdsSpot(status) || approved_at === null || approved_at > starts_at) return 'not_approved';
  if (each.event_status === 'Cancelled' || recorded_at === null || recorded_at < starts_at)
    return 'recorded_early';
  const organizer = mailOwnerOf(organizer_email);
  if (organizer === mailOwnerOf(holderEmail) || organizer === mailOwnerOf(contact_email)) return 'own_event';
  return 'counts';
}

/** Returns undefined if the holder never applied. The rate is a fraction of 1 with four decimals. */
export function toReliability(
  outcomes: readonly HolderOutcome[],
  holderEmail: string,
): PlatformReliability | undefined {
  if (outcomes.length === 0) return undefined;
  const judged = judgeOutcomes(outcomes, holderEmail);
  const counted = outcomes.filter(({ application_id }) => judged.get(application_id) === 'counts');
  const events = counted.length;
  const organizers = new Set(counted.map(({ organizer_email }) => mailOwnerOf(organizer_email))).size;
  const shared = { applications: outcomes.length, events, organizers };
  if (events < EVENTS_MIN || organizers < ORGANIZERS_MIN)
    return {
      status: 'unknown',
      ...shared,
      attended: null,
      late: null,
      left_early: null,
      no_show: null,
      attended_rate: null,
      text: reliabilityText({ events, organizers }),
    };
  const of = (outcome: ApplicationOutcome) => counted.filter((each) => each.outcome === outcome).length;
  const no_show = of('no_show');
  return {
    status: 'known',
    ...shared,
    attended: of('attended'),
    late: of('late'),
    left_early: of('left_early'),
    no_show,
    attended_rate: Math.round(((events - no_show) / events) * 10_000) / 10_000,
    text: reliabilityText({ events, organizers, came: events - no_show }),
  };
}

/**
 * Describes a vendor's reliability in the same words on pages and in API responses. `came` is undefined if
 * there are not enough outcomes.
 */
export function reliabilityText(
  counted: { readonly events: number; readonly organizers: number; readonly came?: number | undefined },
  language: Language = 'en',
): string {
  const t = RELIABILITY[language];
  const { events, organizers, came } = counted;
  if (came !== undefined) return t.known({ came, events, organizers });
  const takes = { eventsMin: EVENTS_MIN, organizersMin: ORGANIZERS_MIN };
  return events === 0 ? t.unknownNone(takes) : t.unknownSome({ events, organizers, ...takes });
}
