import type { SendMailOptions } from 'nodemailer';

/** A queued mail to send. */
export interface OutgoingMail {
  readonly id: string;
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly createdAt: Date;
  /** One address; left out of the message when it is not plain. */
  readonly replyTo?: string | undefined;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

const ADDRESS_LENGTH_MAX = 254;
/** Every character with a meaning in a mail header or to a mail server, including quoted names. */
const ADDRESS = /^[^\s\p{C}"(),:;<>@[\\\]]+@[^\s\p{C}"(),:;<>@[\\\]]+$/u;

/** Whether it is one plain address: nothing in it can become another recipient, header or command. */
export function isPlainAddress(text: string): boolean {
  return text.length <= ADDRESS_LENGTH_MAX && ADDRESS.test(text);
}

/** Parses `Name <address>` or an address. */
export function parseSender(from: string): Sender {
  const [, name = '', address = from] = /^(.*)<([^<>]*)>\s*$/.exec(from) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}

/**
 * The message for the mail library. Its Message-ID and date come from the mail, so resending gives the same message.
 * Addresses are passed as values and never parsed from text.
 */
export function composeMessage(mail: OutgoingMail, sender: Sender): SendMailOptions {
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
    subject: mail.subject.replace(/[\s\p{Cc}]+/gu, ' ').trim(),
    text: mail.text,
    // Asks auto-responders not to answer (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
