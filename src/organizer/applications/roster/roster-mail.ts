import { countNoun } from '../../../lib/text/text.ts';
import { describeDay } from '../../../lib/time/dates.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import { aboutEvent, compose } from '../notices/mail-texts.ts';
import { rosterDueOn } from './roster.ts';

/** Reminds an organizer to send the list of vendors to the regulator. */
export function rosterMail(to: string, event: StoredEvent, baseUrl: string): Mail {
  const due = rosterDueOn(event);
  const by = due === null ? '' : ` by ${describeDay(due)}`;
  return compose(to, `Send your vendor list to ${REGULATOR.shortName}${by}`, baseUrl, [
    `${REGULATOR.shortName} asks sponsors of a temporary food service event for the list of vendors at least ${REGULATOR.eventNotice?.businessDays ?? 0} business days before.`,
    aboutEvent(event),
    `The list of your ${countNoun(event.spots_taken, 'vendor')} is ready to send:\n${baseUrl}/organizer/events/${event.id}/roster`,
  ]);
}
