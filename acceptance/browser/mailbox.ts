import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { startFakeMailServer } from '../../test/support/mail-server.ts';

/** An SMTP server on the loopback address, and the email it received. */
export interface Mailbox {
  readonly url: string;
  /**
   * Returns the next email to an address. If `words` is given, the email must contain them. Each email is
   * returned once. Waits up to 15 seconds by default.
   */
  next(to: string, words?: RegExp, waitMs?: number): Promise<Email>;
  close(): Promise<void>;
}

const WAIT_MS = 15_000;
const LOOK_EVERY_MS = 50;

export async function openMailbox(): Promise<Mailbox> {
  const server = await startFakeMailServer();
  const taken = new Set<unknown>();
  const passedOver = (to: string) =>
    server.arrived.filter((each) => each.to.includes(to) && !taken.has(each));
  return {
    url: server.url,
    async next(to, words, waitMs = WAIT_MS) {
      for (let waited = 0; waited < waitMs; waited += LOOK_EVERY_MS) {
        for (const each of passedOver(to)) {
          const mail = await PostalMime.parse(each.source);
          if (words && !words.test(`${mail.subject}\n${mail.text}`)) continue;
          taken.add(each);
          return mail;
        }
        await sleep(LOOK_EVERY_MS);
      }
      const others = await Promise.all(passedOver(to).map(({ source }) => PostalMime.parse(source)));
      const subjects = others.map(({ subject }) => `"${subject}"`).join(', ');
      throw new Error(`no mail to ${to}${words ? ` with ${words}` : ''}; others: ${subjects || 'none'}`);
    },
    close: () => server.close(),
  };
}

/** Returns the link in an email that contains this path. */
export function linkIn(mail: Email, path: string): string {
  const found = (mail.text ?? '').split(/\s+/).find((word) => word.includes(path));
  if (!found) throw new Error(`no link to ${path} in "${mail.subject}"`);
  return found;
}
