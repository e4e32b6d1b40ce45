import type { IsoDate } from '../../lib/dates.ts';
import { describeDay } from '../../lib/dates.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import type { Change } from './changes.ts';

/** The mail about changes to a watched record. Pure. */
interface ChangeReport {
  readonly to: string;
  readonly vendor: { readonly id: string; readonly name: string; readonly licenseNumber: string };
  readonly changes: readonly Change[];
  readonly dataAsOf: IsoDate;
  readonly fictional: boolean;
  readonly baseUrl: string;
}

/** A record that is filled from old files may have hundreds; the page shows all of them. */
const CHANGES_MAX = 25;

export function changesMail(report: ChangeReport): Mail {
  const { to, vendor, changes, dataAsOf, fictional, baseUrl } = report;
  const shown = changes.slice(0, CHANGES_MAX).map(changeText);
  const more = changes.length - shown.length;
  const paragraphs = [
    ...(fictional ? ['Demo data: this business is fictional.'] : []),
    openingOf(report),
    ...shown,
    ...(more > 0 ? [`And ${more} more, all on the page below.`] : []),
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

function openingOf({ vendor, changes }: ChangeReport): string {
  const whose = `${vendor.name}, license ${vendor.licenseNumber}`;
  return changes.every(({ kind }) => kind === 'rules')
    ? `We have changed the rules of our grades, and with them the grade of ${whose}. Nothing on the regulator's record has changed since we last wrote:`
    : `The regulator's record of ${whose}, has changed since we last wrote:`;
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
