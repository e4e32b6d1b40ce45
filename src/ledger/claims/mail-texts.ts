import type { Mail } from '../../platform/mail/outbox.ts';

/** Mails about claims, in plain text. They name the license and nothing about its holder. */
export interface ClaimMail {
  readonly to: string;
  /** With its letters. */
  readonly licenseNumber: string;
  readonly baseUrl: string;
  /** The operator's note; empty for none. */
  readonly note: string;
}

export function verifiedMail(about: ClaimMail): Mail {
  return compose(about, `License ${about.licenseNumber} is yours here`, [
    `We have verified that you hold license ${about.licenseNumber}. You can now reply to its record and have it watched.`,
  ]);
}

export function rejectedMail(about: ClaimMail): Mail {
  return compose(about, `Your claim of license ${about.licenseNumber} was rejected`, [
    `We could not verify that you hold license ${about.licenseNumber}. Nothing else has changed, and you can claim it again with another proof.`,
  ]);
}

export function releasedMail(about: ClaimMail): Mail {
  return compose(about, `Your claim of license ${about.licenseNumber} was ended`, [
    `Your account is not the owner of license ${about.licenseNumber} here any more.`,
  ]);
}

/** To the owner of a claim made while the regulator's files named no holder, when they name one. */
export function holderNamedMail(about: Omit<ClaimMail, 'note'>): Mail {
  return compose({ ...about, note: '' }, `License ${about.licenseNumber} has a holder on file now`, [
    `The regulator's newest files name a holder of license ${about.licenseNumber}. When you claimed it they named none, so we cannot tell whether that is you, and your account is not its owner here any more.`,
    'If you hold it, claim it again:',
    `${about.baseUrl}/claim?${new URLSearchParams({ license: about.licenseNumber })}`,
  ]);
}

/** To the former holder of a license that, by the regulator's files, has another holder now. */
export function holderChangedMail(about: Omit<ClaimMail, 'note'>): Mail {
  return compose({ ...about, note: '' }, `License ${about.licenseNumber} has another holder`, [
    `The regulator's newest files name another holder of license ${about.licenseNumber} than when you claimed it, so your account is not its owner here any more.`,
    'If you hold it all the same, because your company has another name now for one, claim it again:',
    `${about.baseUrl}/claim?${new URLSearchParams({ license: about.licenseNumber })}`,
  ]);
}

function compose({ to, baseUrl, note }: ClaimMail, subject: string, paragraphs: readonly string[]): Mail {
  const quoted = note === '' ? [] : [`What we have to say about it:\n${quote(note)}`];
  const all = [...paragraphs, ...quoted, `Your licenses: ${baseUrl}/settings/licenses`];
  return { to, subject, text: `${all.join('\n\n')}\n` };
}

function quote(note: string): string {
  return note
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
