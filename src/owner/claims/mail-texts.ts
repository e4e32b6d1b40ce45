import type { Recipient } from '../../accounts/account/account.ts';
import { inLanguage } from '../../lib/language/language-address.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { CLAIM_MAIL } from './mail-messages.ts';

/** Emails about claims, in plain text. They identify the license but never its holder. */
export interface ClaimMail {
  readonly recipient: Recipient;
  /** The license number, including its letters. */
  readonly licenseNumber: string;
  readonly baseUrl: string;
  /** The operator's note; empty if there is none. */
  readonly note: string;
}

export function verifiedMail(about: ClaimMail): Mail {
  const { t, license } = wordsOf(about);
  return compose(about, t.verifiedSubject({ license }), [t.verified({ license })]);
}

export function rejectedMail(about: ClaimMail): Mail {
  const { t, license } = wordsOf(about);
  return compose(about, t.rejectedSubject({ license }), [t.rejected({ license })]);
}

export function releasedMail(about: ClaimMail): Mail {
  const { t, license } = wordsOf(about);
  return compose(about, t.releasedSubject({ license }), [t.released({ license })]);
}

/**
 * Returns the email to an owner whose claim was made while the regulator's files listed no holder, to be sent
 * when the files do list one.
 */
export function holderNamedMail(about: Omit<ClaimMail, 'note'>): Mail {
  const { t, license } = wordsOf(about);
  const parts = [t.named({ license }), t.namedAgain({ link: claimAddress(about) })];
  return compose({ ...about, note: '' }, t.namedSubject({ license }), parts);
}

/**
 * Returns the email to the former holder of a license that now has a different holder in the regulator's
 * files.
 */
export function holderChangedMail(about: Omit<ClaimMail, 'note'>): Mail {
  const { t, license } = wordsOf(about);
  const parts = [t.changed({ license }), t.changedAgain({ link: claimAddress(about) })];
  return compose({ ...about, note: '' }, t.changedSubject({ license }), parts);
}

function wordsOf({ recipient, licenseNumber }: Pick<ClaimMail, 'recipient' | 'licenseNumber'>) {
  return { t: CLAIM_MAIL[recipient.language], license: licenseNumber };
}

function claimAddress({ recipient, baseUrl, licenseNumber }: Omit<ClaimMail, 'note'>): string {
  const path = `/claim?${new URLSearchParams({ license: licenseNumber })}`;
  return `${baseUrl}${inLanguage(path, recipient.language)}`;
}

function compose(
  { recipient, baseUrl, note }: ClaimMail,
  subject: string,
  paragraphs: readonly string[],
): Mail {
  const { to, language } = recipient;
  const t = CLAIM_MAIL[language];
  const quoted = note === '' ? [] : [t.note({ quote: quote(note) })];
  const link = `${baseUrl}${inLanguage('/settings/licenses', language)}`;
  const all = [...paragraphs, ...quoted, t.licenses({ link })];
  return { to, subject, text: `${all.join('\n\n')}\n` };
}

function quote(note: string): string {
  return note
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
