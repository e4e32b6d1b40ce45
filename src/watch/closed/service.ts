import { randomUUID } from 'node:crypto';
import { emailProblem, foldEmail } from '../../accounts/account/account-input.ts';
import { AppError } from '../../http/errors/errors.ts';
import { deriveToken, hashToken } from '../../lib/hash-token.ts';
import { inEach, type Language, parseLanguage } from '../../lib/language/language.ts';
import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type { ClosureFollowsTable } from '../../platform/db/schema/ledger-tables/monitoring-tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { mayMail } from '../../platform/mail/recipient-limit.ts';
import type { ListedClosures } from './closed-business.ts';
import { closuresMail, confirmMail, type Follower } from './mail-texts.ts';
import { FOLLOW_ERRORS } from './messages.ts';
import * as store from './store.ts';

interface FollowContext {
  readonly ledgerDb: LedgerDb;
  readonly baseUrl: string;
  /** Used to recreate the tokens in links, so that only their hashes need to be stored. */
  readonly secret: string;
  readonly readClosures: () => Promise<ListedClosures>;
  readonly now: () => Date;
}

/** Weekly emails about closures in a county or the state, to addresses that have confirmed them. */
export interface ClosureFollows {
  /**
   * Asks the address to confirm. Returns an error sentence if the text is not an email address. Never reveals
   * whether the address already subscribes.
   */
  ask(typed: string, county: string, language: Language): Promise<string | undefined>;
  /**
   * Returns the county that a link is about; empty for the whole state. Throws `not_found` for an invalid
   * link.
   */
  getCounty(token: string): Promise<string>;
  /** Confirms the subscription and returns its county in the same form as `getCounty`. */
  confirm(token: string): Promise<string>;
  /** Stops the emails. A link that has already stopped them has no effect. */
  stop(token: string): Promise<void>;
  /** Sends each email that is due exactly once, even with several processes. Returns the number sent. */
  sendWeekly(): Promise<number>;
}

const WEEK_DAYS = 7;
const BATCH = 200;

export function createClosureFollows(context: FollowContext): ClosureFollows {
  const { ledgerDb, now } = context;
  return {
    ask: (typed, county, language) => askToConfirm(context, typed, county, language),
    getCounty: async (token) => (await getFollow(ledgerDb, token)).county,
    async confirm(token) {
      const { id, county } = await getFollow(ledgerDb, token);
      const { through } = await context.readClosures();
      await store.confirmFollow(ledgerDb, id, { now: now(), through });
      return county;
    },
    stop: (token) => store.deleteFollow(ledgerDb, hashToken(token)),
    sendWeekly: () => sendWeekly(context),
  };
}

async function askToConfirm(
  context: FollowContext,
  typed: string,
  county: string,
  language: Language,
): Promise<string | undefined> {
  const email = foldEmail(typed);
  const problem = emailProblem(email, language);
  if (problem !== undefined) return problem;
  const at = context.now();
  await inTransaction(context.ledgerDb, async (tx) => {
    const id = randomUUID();
    await store.insertFollow(tx, {
      id,
      email,
      county,
      language,
      token_sha256: hashToken(tokenOf(context, id)),
      created_at: at.toISOString(),
      confirmed_at: null,
      sent_through: null,
    });
    const row = await store.findFollow(tx, { email, county });
    if (row === undefined || row.confirmed_at !== null) return;
    if (!(await mayMail(tx, 'closures', email, at))) return;
    await queueMail(tx, confirmMail(await toFollower(context, tx, row), context.baseUrl), at);
  });
}

function tokenOf({ secret }: Pick<FollowContext, 'secret'>, id: string): string {
  return deriveToken(secret, `closure-follow:${id}`);
}

/**
 * Returns the reader with the token for links. If the secret has changed, this token differs from the stored
 * one.
 */
async function toFollower(
  context: FollowContext,
  tx: LedgerTx,
  { id, email, county, language, token_sha256: stored }: ClosureFollowsTable,
): Promise<Follower> {
  const token = tokenOf(context, id);
  const hashed = hashToken(token);
  if (hashed !== stored) await store.updateToken(tx, id, hashed);
  return { email, county, language: parseLanguage(language) ?? 'en', token };
}

async function getFollow(ledgerDb: LedgerDb, token: string): Promise<ClosureFollowsTable> {
  const found = token === '' ? undefined : await store.findFollowByToken(ledgerDb, hashToken(token));
  if (found) return found;
  const texts = inEach((language) => FOLLOW_ERRORS[language].noLink);
  throw new AppError('not_found', texts.en, { forPeople: texts });
}

async function sendWeekly(context: FollowContext): Promise<number> {
  const found = await context.readClosures().catch(asNotReady);
  if (found === undefined) return 0;
  const until = addDays(found.through, -WEEK_DAYS);
  let count = 0;
  for (let after = ''; ; ) {
    const due = await store.listDueFollows(context.ledgerDb, { until, after, rowsMax: BATCH });
    for (const row of due) if (await sendOne(context, row, found)) count += 1;
    const last = due.at(-1);
    if (due.length < BATCH || last === undefined) return count;
    after = last.id;
  }
}

/** Sends one email, in the same transaction that records the day. A week without closures gets no email. */
async function sendOne(
  context: FollowContext,
  row: ClosureFollowsTable,
  found: ListedClosures,
): Promise<boolean> {
  const { county, sent_through: from } = row;
  // Nothing is known without a file for the county, and the next file may include these days.
  if (from === null || (county !== '' && !found.countiesRead.has(county))) return false;
  const closures = found.closures.filter(
    (each) => each.closedOn > from && (county === '' || each.county === county),
  );
  return inTransaction(context.ledgerDb, async (tx) => {
    if (!(await store.updateSentThrough(tx, row, found.through))) return false;
    if (closures.length === 0) return false;
    const { through, fictional } = found;
    const told = { closures, from: from as IsoDate, through, fictional };
    await queueMail(
      tx,
      closuresMail(await toFollower(context, tx, row), told, context.baseUrl),
      context.now(),
    );
    return true;
  });
}

/** Returns undefined before the first publication, when there is nothing to send. */
function asNotReady(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_ready') return undefined;
  throw error;
}
