import type { Recipient } from '../../accounts/account/account.ts';
import { inLanguage } from '../../lib/language/language-address.ts';
import { quotedName } from '../../lib/text/names-in-email.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import { describeDay } from '../../lib/time/dates.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import type { Change } from './change.ts';
import { CHANGES_MAIL } from './messages.ts';

/** The content of the email about changes to a watched record. Pure. */
interface ChangeReport {
  readonly recipient: Recipient;
  readonly vendor: { readonly id: string; readonly name: string; readonly licenseNumber: string };
  /** In the recipient's language. */
  readonly changes: readonly Change[];
  /** True if our assessment of the files changed since the last report. */
  readonly isOurReadingNew: boolean;
  readonly dataAsOf: IsoDate;
  readonly fictional: boolean;
  readonly baseUrl: string;
}

/**
 * A record that is filled in from old files can have many more changes. The page shows the current record.
 */
const CHANGES_MAX = 200;

export function changesMail(report: ChangeReport): Mail {
  const { recipient, vendor, changes, dataAsOf, fictional, baseUrl } = report;
  const { to, language } = recipient;
  const t = CHANGES_MAIL[language];
  const place = (path: string) => `${baseUrl}${inLanguage(path, language)}`;
  const shown = changes
    .slice(0, CHANGES_MAX)
    .map(({ label, from, to: now }) => t.change({ label, from, to: now }));
  const more = changes.length - shown.length;
  const paragraphs = [
    ...(fictional ? [t.demo] : []),
    openingOf(report),
    ...shown,
    ...(more > 0 ? [t.more({ count: String(more) })] : []),
    ...(changes.some(({ kind }) => kind === 'rules') ? [t.rules({ link: place('/methodology') })] : []),
    t.record({ day: describeDay(dataAsOf, language), link: place(`/vendor/${vendor.id}`) }),
    t.wrong({ link: place('/settings/licenses') }),
  ];
  return {
    to,
    subject: `${vendor.licenseNumber}: ${subjectOf(report)}`,
    text: `${paragraphs.join('\n\n')}\n`,
  };
}

function openingOf({ recipient, vendor, changes, isOurReadingNew }: ChangeReport): string {
  const t = CHANGES_MAIL[recipient.language];
  const whose = t.whose({ name: quotedName(vendor.name), license: vendor.licenseNumber });
  const isOurs = changes.every(({ kind }) => kind === 'rules' || kind === 'ours');
  if (isOurs && changes.some(({ kind }) => kind === 'ours')) return t.oursChanged({ whose });
  if (isOurs) return t.rulesChanged({ whose });
  return isOurReadingNew ? t.recordAndReading({ whose }) : t.recordChanged({ whose });
}

function subjectOf({ recipient, changes }: ChangeReport): string {
  const t = CHANGES_MAIL[recipient.language];
  const [first, ...rest] = changes;
  if (!first) return t.subjectNone;
  const label = first.label.toLowerCase();
  return rest.length === 0 ? t.subjectOne({ label }) : t.subjectMore({ label, count: rest.length });
}
