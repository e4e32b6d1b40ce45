import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { startFakeMailServer } from '../../support/mail-server.ts';

/** A mail server on loopback, and what it got. */
export interface Mailbox {
  readonly url: string;
  /** The next mail to an address, each given once; waits for it, 15 seconds at most. */
  next(to: string): Promise<Email>;
  close(): Promise<void>;
}

const WAIT_MS = 15_000;
const LOOK_EVERY_MS = 50;

export async function openMailbox(): Promise<Mailbox> {
  const server = await startFakeMailServer();
  const taken = new Set<unknown>();
  return {
    url: server.url,
    async next(to) {
      for (let waited = 0; waited < WAIT_MS; waited += LOOK_EVERY_MS) {
        const mail = server.arrived.find((each) => each.to.includes(to) && !taken.has(each));
        if (mail) {
          taken.add(mail);
          return PostalMime.parse(mail.source);
        }
        await sleep(LOOK_EVERY_MS);
      }
      throw new Error(`no mail to ${to}`);
    },
    close: () => server.close(),
  };
}

/** The first word of a mail that holds this path: its link. */
export function linkIn(mail: Email, path: string): string {
  const found = (mail.text ?? '').split(/\s+/).find((word) => word.includes(path));
  if (!found) throw new Error(`no link to ${path} in "${mail.subject}"`);
  return found;
}
