import { setTimeout as wait } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import type { FakeMailServer } from '../../../test/support/mail-server.ts';
import type { Truck } from './trucks.ts';

/** An expected email: the start of its subject, and the text that it must contain. */
interface ExpectedMail {
  readonly subject: RegExp;
  readonly lines: readonly string[];
}

/**
 * One delivery that the email server accepted. The Message-ID and text show if two deliveries are of the same
 * email.
 */
interface Received {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly times: number;
  /** True if the same Message-ID arrived with two different texts. */
  readonly isTwo: boolean;
}

const MAIL_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 20;

/** Waits for the first email to an address. */
export async function waitForMail({ arrived }: FakeMailServer, to: string): Promise<Email> {
  const end = Date.now() + MAIL_WITHIN_MS;
  while (Date.now() < end) {
    const mail = arrived.find((each) => each.to.includes(to));
    if (mail) return PostalMime.parse(mail.source);
    await wait(LOOK_EVERY_MS);
  }
  throw new Error(`no mail to ${to}`);
}

export async function readMails({ arrived }: FakeMailServer): Promise<Received[]> {
  const byId = Map.groupBy(arrived, messageId);
  return Promise.all(
    [...byId.values()].map(async (copies) => {
      const mails = await Promise.all(copies.map(({ source }) => PostalMime.parse(source)));
      const [first] = mails;
      const told = new Set(mails.map(({ to, subject, text }) => JSON.stringify([to, subject, text])));
      return {
        to: copies[0]?.to[0] ?? '',
        subject: first?.subject ?? '',
        text: first?.text ?? '',
        times: copies.length,
        isTwo: told.size > 1,
      };
    }),
  );
}

/**
 * Lists all emails that a truck's owner must get during the run. For an unclaimed license, there are none.
 */
export function expectedMails({ number, digits, role, lines, isHandedOver }: Truck): ExpectedMail[] {
  if (role === 'unclaimed') return [];
  const isWatched = role === 'watched';
  return [
    { subject: /^Confirm your email address$/, lines: [] },
    ...(isWatched ? [{ subject: new RegExp(`^Alerts are on for license ${digits}$`), lines: [] }] : []),
    ...(isWatched && lines ? [{ subject: new RegExp(`^(?:[A-Z]{3})?${digits}: `), lines }] : []),
    ...(isHandedOver ? [{ subject: new RegExp(`^License ${number} has another holder$`), lines: [] }] : []),
    ...(isHandedOver && isWatched
      ? [{ subject: new RegExp(`^We’ve stopped watching license ${digits}$`), lines: [] }]
      : []),
  ];
}

/**
 * Lists the errors in the emails to one address. Each expected email must arrive once, and no other email may
 * arrive.
 */
export function mailProblems(got: readonly Received[], expected: readonly ExpectedMail[]): string[] {
  const problems = expected.flatMap(({ subject, lines }) => {
    const found = got.filter((mail) => subject.test(mail.subject));
    if (found.length !== 1) return [`${found.length} mails instead of one: ${subject.source}`];
    const missing = lines.filter((line) => !found[0]?.text.includes(line));
    return missing.map((line) => `"${found[0]?.subject}" does not say: ${line.replaceAll('\n', ' ')}`);
  });
  const strangers = got.filter((mail) => !expected.some(({ subject }) => subject.test(mail.subject)));
  const two = got.filter(({ isTwo }) => isTwo);
  return [
    ...problems,
    ...strangers.map(({ subject }) => `a mail about nothing: ${subject}`),
    ...two.map(({ subject }) => `two texts under one Message-ID: ${subject}`),
  ];
}

export function messageId({ source }: { readonly source: string }): string {
  return /^Message-ID: <([^>]+)>/im.exec(source)?.[1] ?? '';
}
