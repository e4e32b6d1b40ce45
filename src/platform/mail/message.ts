import type { SendMailOptions } from 'nodemailer';
import { htmlOf } from './email-html.ts';

/** A queued email to send. */
export interface OutgoingMail {
  readonly id: string;
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly createdAt: Date;
  /** One address. It is left out of the message if it is not a plain address. */
  readonly replyTo?: string | undefined;
  /** An address that unsubscribes. It is left out of the message if it is not on our site. */
  readonly unsubscribe?: string | undefined;
}

interface Sender {
  readonly name: string;
  readonly address: string;
}

const ADDRESS_LENGTH_MAX = 254;
/** Excludes every character that has a meaning in an email header or to an email server, such as a quote. */
const ADDRESS = /^[^\s\p{C}"(),:;<>@[\\\]]+@[^\s\p{C}"(),:;<>@[\\\]]+$/u;

/** Returns true for a single plain address that cannot be read as another recipient, header or command. */
export function isPlainAddress(text: string): boolean {
  return text.length <= ADDRESS_LENGTH_MAX && ADDRESS.test(text);
}

/** Parses `Name <address>` or a bare address. */
export function parseSender(from: string): Sender {
  const [, name = '', address = from] = /^(.*)<([^<>]*)>\s*$/.exec(from) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}

/**
 * Returns the message for the email library, as text and as HTML. Its Message-ID and date come from the
 * queued email, so that resending the email sends the same message. Addresses are passed as values and never
 * parsed from text. `siteUrl` is the prefix of the addresses that become links.
 */
export function composeMessage(mail: OutgoingMail, sender: Sender, siteUrl: string): SendMailOptions {
  const subject = mail.subject.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  return {
    from: { ...sender },
    to: { name: '', address: mail.to },
    envelope: { from: sender.address, to: [mail.to] },
    messageId: `<${mail.id}@${domain}>`,
    date: mail.createdAt,
    ...(mail.replyTo !== undefined && isPlainAddress(mail.replyTo)
      ? { replyTo: { name: '', address: mail.replyTo } }
      : {}),
    subject,
    text: mail.text,
    html: htmlOf(mail.text, { subject, siteUrl }),
    // This keeps message files readable, and lets `erase` search them for an address.
    textEncoding: 'quoted-printable',
    // These headers ask auto-responders not to reply. The first is from RFC 3834, and Exchange reads the
    // second.
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...unsubscribeHeaders(mail.unsubscribe, siteUrl),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Returns the headers that let a reader unsubscribe in the email program with one click, without opening a
 * page (RFC 8058).
 */
function unsubscribeHeaders(address: string | undefined, siteUrl: string): Record<string, string> {
  if (!address?.startsWith(`${siteUrl}/`) || /[\s<>]/.test(address)) return {};
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
