import { describeDay, type IsoDate } from '../../lib/time/dates.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { REGULATOR } from '../../registry/sources/regulator.ts';

/** Tells an account with an API key that a version ends, in plain text: what, when, what to do, and why it is told. */
export function versionEndsMail(notice: {
  readonly to: string;
  readonly version: string;
  readonly sunsetOn: IsoDate;
  /** Whether the account was told another day before. */
  readonly moved: boolean;
  /** The day of the announcement for an account whose keys are all newer; undefined for others. */
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
    `What to do: move your programs to the version described here before that day:\n${baseUrl}/docs`,
    `Until then every answer under /api/${version}/ also carries the headers Deprecation and Sunset, by which a program can tell.`,
    `Why you get this: your account has an API key in use, ${why}. If you need your keys no longer, revoke them, and you get no further mail about this:\n${baseUrl}/settings/api-keys`,
  ];
  return {
    to,
    subject: `${moved ? 'New date: version' : 'Version'} ${version} of the Vendor Compliance API ends on ${day}`,
    text: `${paragraphs.join('\n\n')}\n`,
  };
}
