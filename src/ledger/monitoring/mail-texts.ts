import type { IsoDate } from '../../lib/dates.ts';
import { describeDay } from '../../lib/dates.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import type { Change } from './changes.ts';

/** The mail about changes to a watched record. Pure. */
interface ChangeReport {
  readonly to: string;
  readonly vendor: { readonly id: string; readonly name: string; readonly licenseNumber: string };
  readonly changes: readonly Change[];
  /** Whether our own reading of the files changed since the last report. */
  readonly isOurReadingNew: boolean;
  readonly dataAsOf: IsoDate;
  readonly fictional: boolean;
  readonly baseUrl: string;
}

/** A record that is filled from old files may have more; the page shows the record as it is now. */
const CHANGES_MAX = 200;

const OUR_READING =
  '(our program was updated in between, so some of this may be our reading of the files and not a change by the regulator)';

export function changesMail(report: ChangeReport): Mail {
  const { to, vendor, changes, dataAsOf, fictional, baseUrl } = report;
  const shown = changes.slice(0, CHANGES_MAX).map(changeText);
  const more = changes.length - shown.length;
  const paragraphs = [
    ...(fictional ? ['Demo data: this business is fictional.'] : []),
    openingOf(report),
    ...shown,
    ...(more > 0 ? [`And ${more} more changes; the page below shows the record as it is now.`] : []),
    ...(changes.some(({ kind }) => kind === 'rules')
      ? [`How our rules changed, and what they foretold so far:\n${baseUrl}/methodology`]
      : []),
    `The whole record, from files dated up to ${describeDay(dataAsOf)}:\n${baseUrl}/vendor/${vendor.id}`,
    `Something wrong? You can reply to a row or dispute it. This watch and its payment:\n${baseUrl}/settings/licenses`,
  ];
  return {
    to,
    subject: `${vendor.licenseNumber}: ${subjectOf(changes)}`,
    text: `${paragraphs.join('\n\n')}\n`,
  };
}

function openingOf({ vendor, changes, isOurReadingNew }: ChangeReport): string {
  const whose = `${vendor.name}, license ${vendor.licenseNumber}`;
  const isOurs = changes.every(({ kind }) => kind === 'rules' || kind === 'ours');
  if (isOurs && changes.some(({ kind }) => kind === 'ours'))
    return `What we say about ${whose}, has changed since we last wrote; no fact that we compare on the regulator's record has. What we say also changes as days pass, because inspections count less with age and licenses expire.`;
  return isOurs
    ? `We have changed our rules, and with them what we say about ${whose}. Nothing on the regulator's record has changed since we last wrote:`
    : `The regulator's record of ${whose}, has changed since we last wrote${isOurReadingNew ? ` ${OUR_READING}` : ''}:`;
}

function changeText({ label, from, to }: Change): string {
  return `${label}\n  from: ${from}\n  to:   ${to}`;
}

function subjectOf(changes: readonly Change[]): string {
  const [first, ...rest] = changes;
  if (!first) return 'no change on record';
  const label = first.label.toLowerCase();
  if (rest.length === 0) return `${label} changed`;
  return `${label} and ${rest.length} more change${rest.length === 1 ? '' : 's'} on record`;
}
