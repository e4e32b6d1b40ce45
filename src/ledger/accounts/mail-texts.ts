import type { Mail } from '../../platform/mail/outbox.ts';

/**
 * Texts of all mails about accounts. None contains a name: anybody can sign up with somebody else's address and choose the
 * name.
 */

/** A link's address and account. */
interface LinkMail {
  readonly to: string;
  readonly baseUrl: string;
  readonly token: string;
}

export function verificationMail({ to, baseUrl, token }: LinkMail): Mail {
  return mail(to, 'Confirm your e-mail address', [
    'Somebody, probably you, signed up at Vendor Compliance with this address.',
    'To confirm it, open this link within 24 hours and type the password you chose:',
    link(baseUrl, '/confirm-email', token),
    'If it was not you, do nothing: without that password the address is not confirmed.',
  ]);
}

/** For an address that already has an account. */
export function alreadyRegisteredMail({ to, baseUrl }: Omit<LinkMail, 'token'>): Mail {
  return mail(to, 'You already have an account', [
    'Somebody, probably you, signed up at Vendor Compliance with this address. It has an account already; nothing was changed.',
    `Sign in: ${baseUrl}/sign-in\nPassword forgotten: ${baseUrl}/forgot-password`,
    'If it was not you, you need not do anything.',
  ]);
}

export function resetMail({ to, baseUrl, token }: LinkMail): Mail {
  return mail(to, 'Choose a new password', [
    'Somebody, probably you, asked for a new password at Vendor Compliance. To choose one, open this link within an hour:',
    link(baseUrl, '/reset-password', token),
    'If it was not you, do nothing: your password stays as it is.',
  ]);
}

/** To the owner of an account whose password is being guessed; at most once a day. */
export function failedSignInsMail(about: { to: string; baseUrl: string; failures: number }): Mail {
  const { to, baseUrl, failures } = about;
  return mail(to, 'Somebody tried to sign in to your account', [
    `In the last 24 hours somebody tried ${failures} times to sign in to your account at Vendor Compliance with a wrong password. These tries did not get in.`,
    `If it was you and you forgot your password, choose a new one: ${baseUrl}/forgot-password`,
    'If it was not you, your password has not been guessed, and you can go on signing in as before on devices that you used already. We slow such tries down and stop them when there are too many in a day. On a new device you may then be asked to choose a new password with a link that we mail you.',
    `If you use the same password on another site, choose one that you use nowhere else: ${baseUrl}/forgot-password`,
    'We send this message at most once a day.',
  ]);
}

export function passwordChangedMail({ to, baseUrl }: Omit<LinkMail, 'token'>): Mail {
  return mail(to, 'Your password was changed', [
    'The password of your account at Vendor Compliance was changed, and other devices were signed out.',
    `If it was not you, choose a new one at once: ${baseUrl}/forgot-password`,
  ]);
}

/** To the new address. */
export function newEmailMail({ to, baseUrl, token }: LinkMail): Mail {
  return mail(to, 'Confirm your new e-mail address', [
    'Somebody, probably you, wants to use this address for an account at Vendor Compliance.',
    'To confirm it, open this link within 24 hours, on a device where you are signed in:',
    link(baseUrl, '/confirm-new-email', token),
    'If it was not you, do nothing: nothing changes.',
  ]);
}

/** To a new address that has an account of its own. */
export function addressInUseMail(to: string): Mail {
  return mail(to, 'This address has an account', [
    'Somebody, probably you, wanted to use this address for another account at Vendor Compliance. Since it has an account of its own, nothing was changed.',
    'If it was not you, you need not do anything.',
  ]);
}

/** To the current address, without a link: its reader acts only if something is wrong. */
export function emailChangeAskedMail({ to, newEmail }: { to: string; newEmail: string }): Mail {
  return mail(to, 'A new e-mail address was asked for', [
    `Somebody who is signed in to your account at Vendor Compliance, probably you, asked to change its e-mail address to ${newEmail}. It changes once the new address is confirmed.`,
    'If it was not you, sign in, change your password and sign out everywhere else.',
  ]);
}

/** To the previous address. */
export function emailChangedMail({ to, newEmail }: { to: string; newEmail: string }): Mail {
  return mail(to, 'Your e-mail address was changed', [
    `Your account at Vendor Compliance now uses ${newEmail}. Sign in with that address.`,
    'If it was not you, answer to whoever runs this site.',
  ]);
}

export function accountDeletedMail(to: string): Mail {
  return mail(to, 'Your account was deleted', [
    'Your account at Vendor Compliance was deleted, as you asked, with everything in it.',
  ]);
}

function mail(to: string, subject: string, paragraphs: readonly string[]): Mail {
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` };
}

function link(baseUrl: string, path: string, token: string): string {
  return `${baseUrl}${path}?token=${token}`;
}
