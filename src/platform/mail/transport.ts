import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../log/log.ts';
import { composeMessage, isPlainAddress, type OutgoingMail, parseSender } from './message.ts';

export interface MailTransport {
  readonly kind: 'smtp' | 'files';
  /**
   * Resolves when the server has accepted the email. Throws a PermanentMailError if the server will never
   * accept it, and any other error for a temporary failure. Also throws once `cutOff` is aborted, although
   * the server may have accepted the email.
   */
  send(mail: OutgoingMail, cutOff?: AbortSignal): Promise<void>;
  /** Closes all connections. Call this when nothing is being sent. */
  close(): void;
}

/**
 * The maximum number of emails sent at a time, which is also the number of connections to the email server.
 */
export const SENDING_MAX = 3;
const CONNECT_WITHIN_MS = 10_000;
const SILENT_FOR_MS = 30_000;
/** The time by which a server that keeps its connection open can delay the end of the process. */
const CLOSE_WITHIN_MS = 500;
/** Well below the duration of a claim, so that no other process resends an email to a slow server. */
const SEND_WITHIN_MS = 120_000;

const LENGTH_MAX = 200;
const MINUTE_MS = 60_000;
const FIRST_PAUSES_MINUTES = [1, 5, 15, 60, 240];
const LATER_PAUSE_MINUTES = 12 * 60;
const GIVE_UP_AFTER_MINUTES = 3 * 24 * 60;

/** The email server will never accept this email. */
export class PermanentMailError extends Error {
  override readonly name = 'PermanentMailError';
}

/** Sends email over SMTP or, without a server, writes files that an email program opens. */
export function createMailTransport(options: {
  readonly smtpUrl: string | undefined;
  readonly from: string;
  readonly outboxDir: string;
  /** The prefix of our own addresses, such as `https://vendors.example`; only those become links. */
  readonly siteUrl: string;
  readonly log: Logger;
}): MailTransport {
  const { siteUrl } = options;
  const sender = parseSender(options.from);
  const compose = (mail: OutgoingMail) => composeMessage(mail, sender, siteUrl);
  const transport = options.smtpUrl
    ? createSmtpTransport(options.smtpUrl, compose)
    : createFileTransport(options.outboxDir, compose, options.log);
  return {
    ...transport,
    async send(mail, cutOff) {
      if (!isPlainAddress(mail.to)) throw new PermanentMailError('not an address that mail can be sent to');
      await transport.send(mail, cutOff);
    },
  };
}

/** Creates the pool of connections. The email library is not loaded until the first email is sent. */
async function openPool(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: SENDING_MAX,
    // Only the queue decides when to resend.
    maxRequeues: 0,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    dnsTimeout: CONNECT_WITHIN_MS,
    socketTimeout: SILENT_FOR_MS,
    socketCloseTimeout: CLOSE_WITHIN_MS,
  });
}

type Compose = (mail: OutgoingMail) => ReturnType<typeof composeMessage>;

function createSmtpTransport(url: string, compose: Compose): MailTransport {
  let pool: ReturnType<typeof openPool> | undefined;
  return {
    kind: 'smtp',
    async send(mail, cutOff) {
      const late = AbortSignal.timeout(SEND_WITHIN_MS);
      const signal = cutOff ? AbortSignal.any([late, cutOff]) : late;
      try {
        pool ??= openPool(url);
        await (await pool).sendMail({ ...compose(mail), signal });
      } catch (error) {
        // The error is thrown without its cause, which contains the address.
        throw isRefusal(error) ? new PermanentMailError(error.message) : error;
      }
    },
    close: () => void pool?.then((opened) => opened.close({ force: true })),
  };
}

/**
 * Returns true if the server permanently rejected this recipient or message (5xx). If the server rejects this
 * service, for example because of its password, sender or relay (530, 5.7.x), the operator can fix that while
 * the email waits.
 */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error && 'permanent' in error && error.permanent === true)) return false;
  const command = 'command' in error ? error.command : undefined;
  const response = 'response' in error ? String(error.response) : '';
  return command === 'DATA' || (command === 'RCPT TO' && !/^(?:530|5\d\d[ -]5\.7\.)/.test(response));
}

function createFileTransport(outboxDir: string, compose: Compose, log: Logger): MailTransport {
  const open = async () =>
    (await import('nodemailer')).createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let composer: ReturnType<typeof open> | undefined;
  return {
    kind: 'files',
    async send(mail) {
      composer ??= open();
      const { message } = await (await composer).sendMail(compose(mail));
      const file = `${mail.createdAt.toISOString().replace(/[-:.]/g, '')}-${mail.id}.eml`;
      await mkdir(outboxDir, { recursive: true, mode: 0o700 });
      const unfinished = path.join(outboxDir, `.${file}.part`);
      await writeFile(unfinished, message, { mode: 0o600, flush: true });
      await rename(unfinished, path.join(outboxDir, file));
      log.info({ file }, 'email written to a file');
    },
    close: () => void composer?.then((opened) => opened.close()),
  };
}

/** Returns when to retry after this many failed attempts, or undefined if there is no further attempt. */
export function nextAttemptAt(createdAt: Date, failures: number, now: Date): Date | undefined {
  const pause = FIRST_PAUSES_MINUTES[failures - 1] ?? LATER_PAUSE_MINUTES;
  const next = now.getTime() + pause * MINUTE_MS;
  return next > createdAt.getTime() + GIVE_UP_AFTER_MINUTES * MINUTE_MS ? undefined : new Date(next);
}

/**
 * Describes an error for the operator in one line. Servers often repeat addresses, and spam filters repeat
 * links, so every word that is too long or may be part of an address or link is removed.
 */
export function describeFailure(error: unknown, recipient: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const localPart = recipient.slice(0, Math.max(recipient.lastIndexOf('@'), 0)).toLowerCase();
  const isPrivate = (word: string): boolean =>
    /[@/?=]/.test(word) ||
    word.length > 40 ||
    (localPart.length > 2 && word.toLowerCase().includes(localPart));
  return (recipient === '' ? message : message.replaceAll(recipient, '@'))
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '')
    .map((word) => (isPrivate(word) ? '…' : word))
    .join(' ')
    .slice(0, LENGTH_MAX);
}
