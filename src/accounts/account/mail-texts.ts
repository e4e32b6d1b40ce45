import type { Language } from '../../lib/language/language.ts';
import { inLanguage } from '../../lib/language/language-address.ts';
import { JURISDICTION_ZONE } from '../../lib/time/dates.ts';
import { describeInstant } from '../../lib/time/zoned-time.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { DEVICE_NOTICES_MAX } from '../sign-in/try-policy.ts';
import { ACCOUNT_MAIL } from './mail-messages.ts';

/**
 * The text of all emails about accounts. None contains a name, because anyone can sign up with another
 * person's address and choose the name.
 */

interface Addressee {
  readonly to: string;
  /** The account's language, or the page's language if the address has no account. */
  readonly language: Language;
}

interface PlacedMail extends Addressee {
  readonly baseUrl: string;
}

/** An email that contains a link with a token. */
interface LinkMail extends PlacedMail {
  readonly token: string;
}

export function verificationMail(about: LinkMail): Mail {
  const t = ACCOUNT_MAIL[about.language];
  return mail(about.to, t.verificationSubject, [
    t.signedUp,
    t.verificationLink({ link: link(about, '/confirm-email') }),
    t.verificationNot,
  ]);
}

/** Returns the email to an address that already has an account. */
export function alreadyRegisteredMail(about: PlacedMail): Mail {
  const t = ACCOUNT_MAIL[about.language];
  return mail(about.to, t.registeredSubject, [
    t.registered,
    t.registeredLinks({ signIn: place(about, '/sign-in'), forgotten: place(about, '/forgot-password') }),
    t.ignore,
  ]);
}

export function resetMail(about: LinkMail): Mail {
  const t = ACCOUNT_MAIL[about.language];
  return mail(about.to, t.resetSubject, [t.reset({ link: link(about, '/reset-password') }), t.resetNot]);
}

/**
 * Returns the email to the owner of an account whose password someone is guessing; sent at most once a day.
 */
export function failedSignInsMail(about: PlacedMail & { readonly failures: number }): Mail {
  const t = ACCOUNT_MAIL[about.language];
  const forgotten = place(about, '/forgot-password');
  return mail(about.to, t.failuresSubject, [
    t.failures({ times: about.failures }),
    t.failuresYou({ forgotten }),
    t.failuresNot,
    t.failuresElsewhere,
    t.failuresOften,
  ]);
}

/**
 * Returns the email about a changed password. A change in a session keeps that session signed in; a change
 * through a link signs out every browser.
 */
export function passwordChangedMail(about: PlacedMail & { readonly by: 'session' | 'link' }): Mail {
  const t = ACCOUNT_MAIL[about.language];
  return mail(about.to, t.changedSubject, [
    about.by === 'link' ? t.changedByLink : t.changed,
    t.changedNot({ forgotten: place(about, '/forgot-password') }),
    lockedOut(about),
  ]);
}

/**
 * Returns the email to an account after a sign-in from a new browser. It contains no link that signs anyone
 * in.
 */
export function newDeviceMail(
  about: PlacedMail & { readonly at: string; readonly by: 'password' | 'passkey' },
): Mail {
  const t = ACCOUNT_MAIL[about.language];
  const at = describeInstant(about.at, JURISDICTION_ZONE, about.language);
  return mail(about.to, t.newDeviceSubject, [
    about.by === 'passkey' ? t.newDevicePasskey({ at }) : t.newDevice({ at }),
    t.newDeviceYou,
    t.newDeviceNot({ settings: place(about, '/settings'), forgotten: place(about, '/forgot-password') }),
    lockedOut(about),
    t.newDeviceOften({ times: DEVICE_NOTICES_MAX }),
  ]);
}

/** A change to an account's second factor. */
export type FactorNews = 'on' | 'off' | 'codes' | 'recovery';

/** Returns the email to the owner after any change to the second factor. It contains no code or secret. */
export function secondFactorMail(
  about: PlacedMail & { readonly news: FactorNews; readonly left: number },
): Mail {
  const t = ACCOUNT_MAIL[about.language];
  const said = {
    on: t.factorOn,
    off: t.factorOff,
    codes: t.factorCodes,
    recovery: t.factorRecovery({ left: about.left }),
  }[about.news];
  return mail(about.to, t.factorSubject, [
    said,
    t.factorNot({ forgotten: place(about, '/forgot-password'), settings: place(about, '/settings') }),
    lockedOut(about),
  ]);
}

/** A change to an account's passkeys. */
export type PasskeyNews = 'added' | 'removed' | 'copied';

/**
 * Returns the email to the owner after any change to passkeys. It omits the passkey's name, which an intruder
 * may have chosen.
 */
export function passkeyMail(about: PlacedMail & { readonly news: PasskeyNews }): Mail {
  const t = ACCOUNT_MAIL[about.language];
  const places = {
    forgotten: place(about, '/forgot-password'),
    passkeys: place(about, '/settings/passkeys'),
  };
  const said = { added: t.passkeyAdded, removed: t.passkeyRemoved, copied: t.passkeyCopied };
  return mail(about.to, about.news === 'copied' ? t.passkeyCopiedSubject : t.factorSubject, [
    said[about.news],
    about.news === 'copied' ? t.passkeyCopiedDo(places) : t.passkeyNot(places),
    lockedOut(about),
  ]);
}

/** Returns the email that asks the owner of the new address to confirm it. */
export function newEmailMail(about: LinkMail): Mail {
  const t = ACCOUNT_MAIL[about.language];
  return mail(about.to, t.newEmailSubject, [
    t.newEmail,
    t.newEmailLink({ link: link(about, '/confirm-new-email') }),
    t.newEmailNot,
  ]);
}

/** Returns the email to a new address that already has an account. */
export function addressInUseMail({ to, language }: Addressee): Mail {
  const t = ACCOUNT_MAIL[language];
  return mail(to, t.inUseSubject, [t.inUse, t.ignore]);
}

/**
 * Returns the email to the current address. It has no confirmation link, because the owner only needs to act
 * if something is wrong.
 */
export function emailChangeAskedMail(about: PlacedMail & { readonly newEmail: string }): Mail {
  const t = ACCOUNT_MAIL[about.language];
  const said = t.asked({ address: about.newEmail });
  return mail(about.to, t.askedSubject, [said, t.askedNot, lockedOut(about)]);
}

/** Returns the email to the previous address. */
export function emailChangedMail(about: PlacedMail & { readonly newEmail: string }): Mail {
  const t = ACCOUNT_MAIL[about.language];
  return mail(about.to, t.emailChangedSubject, [
    t.emailChanged({ address: about.newEmail }),
    t.emailChangedNot({ contact: place(about, '/contact') }),
  ]);
}

export function accountDeletedMail({ to, language }: Addressee): Mail {
  const t = ACCOUNT_MAIL[language];
  return mail(to, t.deletedSubject, [t.deleted, t.deletedStays]);
}

/**
 * Returns the advice for an owner locked out by an intruder's second factor, which a new password does not
 * remove.
 */
function lockedOut(about: PlacedMail): string {
  return ACCOUNT_MAIL[about.language].lockedOut({ contact: place(about, '/contact') });
}

function mail(to: string, subject: string, paragraphs: readonly string[]): Mail {
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` };
}

function place({ baseUrl, language }: PlacedMail, path: string): string {
  return `${baseUrl}${inLanguage(path, language)}`;
}

function link(about: LinkMail, path: string): string {
  return `${place(about, path)}?token=${about.token}`;
}
