import type { Language } from '../../lib/language/language.ts';
import { describeInstant } from '../../lib/time/zoned-time.ts';
import { TAKING } from './messages.ts';
import type { EventRecord } from './schemas.ts';
import type { StoredEvent } from './stored-event.ts';

/**
 * The result of checking if an event takes vendor applications now (contract 4.1). The event must be
 * published, within its application window and not started. It must also have a free spot and be below its
 * limit of applications. The store implements the same rule as SQL for lists.
 */
export type Taking =
  | { readonly taking: true }
  | {
      readonly taking: false;
      readonly reason: 'not_published' | 'not_open_yet' | 'closed' | 'started' | 'full' | 'ceiling';
      /** The reason as a sentence. */
      readonly text: string;
    };

/**
 * The maximum number of applications to one event, in any status. The state has about 11,000 licensed trucks
 * and caterers, and its largest food truck events have fewer than 200 vendors. The limit therefore allows ten
 * applicants per spot.
 */
export const APPLICATIONS_MAX = 2_000;

type Window = Pick<EventRecord, 'starts_at' | 'applications_open_at' | 'applications_close_at'>;

/** Returns true if an event took place and has ended. A canceled event is never over. */
export function isOver(event: Pick<StoredEvent, 'status' | 'ends_at'>, now: Date): boolean {
  if (event.status === 'Draft' || event.status === 'Cancelled') return false;
  return event.status === 'Completed' || Date.parse(event.ends_at) <= now.getTime();
}

/**
 * Checks if an event takes applications. The window includes its opening millisecond but not its closing
 * millisecond.
 */
export function takingApplications(
  event: Window &
    Pick<StoredEvent, 'status' | 'ends_at' | 'timezone' | 'spots_left' | 'applications_received'>,
  now: Date,
  language: Language = 'en',
): Taking {
  const t = TAKING[language];
  const { applications_open_at: open, applications_close_at: close } = event;
  const momentOf = (instant: string) => describeInstant(instant, event.timezone, language);
  const isPast = (instant: string) => Date.parse(instant) <= now.getTime();
  if (event.status !== 'Published') return refuse('not_published', t[STATUS_KEYS[event.status]]);
  if (isPast(event.ends_at)) return refuse('started', t.over);
  if (isPast(event.starts_at)) return refuse('started', t.started);
  if (close !== null && isPast(close)) return refuse('closed', t.closed({ moment: momentOf(close) }));
  if (open !== null && !isPast(open)) return refuse('not_open_yet', t.opens({ moment: momentOf(open) }));
  if (event.spots_left === 0) return refuse('full', t.full);
  if (event.applications_received >= APPLICATIONS_MAX)
    return refuse('ceiling', t.ceiling({ max: APPLICATIONS_MAX }));
  return { taking: true };
}

/** Returns the time when the event automatically stops taking applications. */
export function takingUntil({ starts_at, applications_close_at: close }: Window): string {
  return close !== null && close < starts_at ? close : starts_at;
}

const STATUS_KEYS = {
  Draft: 'draft',
  Completed: 'completed',
  Cancelled: 'cancelled',
} as const;

function refuse(reason: Extract<Taking, { taking: false }>['reason'], text: string): Taking {
  return { taking: false, reason, text };
}
