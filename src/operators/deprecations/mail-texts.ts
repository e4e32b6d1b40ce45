import { describeDay, type IsoDate } from '../../lib/time/dates.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';

/**
 * Returns the email that warns an account with an API key about the end of a version. It explains what ends,
 * when, what to do, and why the account is notified.
 */
export function versionEndsMail(notice: {
  readonly to: string;
  readonly version: string;
  readonly sunsetOn: IsoDate;
  /** True if the account was already notified of a different end date. */
  readonly moved: boolean;
  /** The date of the announcement. Set only for an account whose keys were all created after it. */
  readonly announcedOn?: IsoDate | undefined;
  readonly baseUrl: string;
}): Mail {
  const { to, version, sunsetOn, moved, announcedOn, baseUrl } = notice;
  const day = describeDay(sunsetOn);
  const why =
    announcedOn === undefined
      ? 'and we promise such accounts word at least 90 days before a version ends'
      : `made after this was announced on ${describeDay(announcedOn)}`;
  const paragraphs = [
    `Version ${version} of the Vendor Compliance API, every address under ${baseUrl}/api/${version}/, ends on ${day}.`,
    ...(moved ? ['This is a later day than the one announced before, and takes its place.'] : []),
    `Until the end of that day (${REGULATOR.jurisdiction} time) it answers as it does now. After it, programs that still use ${version} may get no answer.`,
    'What to do: move your programs to the newer version before that day.',
    `Read the API guide:\n${baseUrl}/docs`,
    `Until then every answer under /api/${version}/ also has the headers Deprecation and Sunset, which a program can check.`,
    `Why you get this: your account has an API key in use, ${why}. If you no longer need your keys, revoke them and we won’t email you about this again: ${baseUrl}/settings/api-keys`,
  ];
  return {
    to,
    subject: `${moved ? 'New date: version' : 'Version'} ${version} of the Vendor Compliance API ends on ${day}`,
    text: `${paragraphs.join('\n\n')}\n`,
  };
}
