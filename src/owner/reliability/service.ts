import type { Language } from '../../lib/language/language.ts';
import { toLocal } from '../../lib/time/zoned-time.ts';
import { getEventApplication } from '../../organizer/applications/inbox/inbox-service.ts';
import type { LedgerAccess, LedgerDb } from '../../platform/db/database.ts';
import { licenseKey, licenseRefKey } from '../../regulator/licenses/number.ts';
import { findHolder, listVerifiedOwners } from '../claims/service.ts';
import { listContestsAbout, listContestsByDigits, listContestsOf } from '../statements/contests/service.ts';
import { describeOwnLicense, getVerifiedClaim, type StatementContext } from '../statements/service.ts';
import type { Contest, OwnLicense } from '../statements/statement.ts';
import { contestableUntil, isContested } from '../statements/statement-kinds.ts';
import { type Counting, judgeOutcomes, reliabilityText, toReliability } from './reliability-rule.ts';
import type { PlatformReliability } from './schemas.ts';
import { listApplicationsByDigits, listHolderApplications } from './store.ts';

type License = { readonly license_type: string | null; readonly license_digits: string };
type Application = Awaited<ReturnType<typeof listHolderApplications>>[number];
type HolderApplication = Awaited<ReturnType<typeof readOutcomes>>[number];

/** A holder's data about one application: the outcome, whether it counts, and any contest. */
export interface OwnOutcome extends HolderApplication {
  readonly counting: Counting;
  /** The deadline for contesting the outcome; null if it cannot be contested. */
  readonly contest_until: Date | null;
}

export interface OwnOutcomes {
  readonly license: OwnLicense;
  readonly reliability: string;
  /** Newest event first. */
  readonly outcomes: readonly OwnOutcome[];
}

/** The reliability of vendors at events: which outcomes count, and who sees them. */
export function createReliabilityService(context: StatementContext) {
  const { ledgerDb } = context;
  return {
    /**
     * Lists everything recorded about a verified license. Throws `not_found` for a claim that does not belong
     * to the account.
     */
    listOwn: (accountId: string, claimId: string, language: Language = 'en'): Promise<OwnOutcomes> =>
      listOwn(context, accountId, claimId, language),
    /**
     * Returns what the organizer of an application sees: the reliability in a sentence, and contests of its
     * outcome.
     */
    async describeApplication(accountId: string, eventId: string, applicationId: string) {
      const named = { accountId, eventId, applicationId };
      const { application } = await getEventApplication(ledgerDb, named, 'read');
      const contests = await listContestsAbout(ledgerDb, application.id);
      return { text: await describeReliability(ledgerDb, application), contests };
    },
  };
}

export type ReliabilityService = ReturnType<typeof createReliabilityService>;

/**
 * Returns a vendor's reliability, or undefined if the license has no verified owner or its holder never
 * applied.
 */
export async function findReliability(
  ledgerDb: LedgerDb,
  license: License,
): Promise<PlatformReliability | undefined> {
  const holder = await findHolder(ledgerDb, license);
  if (!holder || license.license_type === null) return undefined;
  const { license_type, license_digits } = license;
  const outcomes = await readOutcomes(ledgerDb, holder.accountId, { license_type, license_digits });
  return toReliability(outcomes, holder.email);
}

/**
 * Does the same as {@link findReliability} for many licenses, keyed by `licenseRefKey`. Always uses three
 * statements.
 */
export async function mapReliability(
  { db: ledgerDb, engine }: LedgerAccess,
  digits: readonly string[],
): Promise<Map<string, PlatformReliability>> {
  const owners = await listVerifiedOwners(ledgerDb, engine, digits);
  const applications = Map.groupBy(await listApplicationsByDigits(ledgerDb, engine, digits), (row) =>
    holderKey(row, row.holder_account_id),
  );
  const contests = Map.groupBy(await listContestsByDigits(ledgerDb, engine, digits), (row) =>
    holderKey(row, row.account_id),
  );
  const found = owners.flatMap((owner) => {
    const key = holderKey(owner, owner.account_id);
    const outcomes = withContests(applications.get(key) ?? [], contests.get(key) ?? []);
    const reliability = toReliability(outcomes, owner.email);
    return reliability ? [[licenseRefKey(owner), reliability] as const] : [];
  });
  return new Map(found);
}

function holderKey(
  { license_type: type, license_digits: digits }: License,
  accountId: string | null,
): string {
  return `${accountId} ${licenseKey(type ?? '', digits)}`;
}

/** Returns the sentence that pages show. */
async function describeReliability(
  ledgerDb: LedgerDb,
  license: License,
  language: Language = 'en',
): Promise<string> {
  const found = await findReliability(ledgerDb, license);
  const { events = 0, organizers = 0, no_show = null } = found ?? {};
  return reliabilityText(
    { events, organizers, came: no_show === null ? undefined : events - no_show },
    language,
  );
}

async function readOutcomes(
  ledgerDb: LedgerDb,
  accountId: string,
  license: { readonly license_type: string; readonly license_digits: string },
) {
  const rows = await listHolderApplications(ledgerDb, accountId, license);
  return withContests(rows, await listContestsOf(ledgerDb, accountId, license));
}

function withContests<Row extends Pick<Application, 'application_id' | 'outcome' | 'starts_at' | 'timezone'>>(
  rows: readonly Row[],
  all: readonly Contest[],
) {
  const contests = Map.groupBy(all, (each) => each.application_id);
  return rows.map((row) => {
    const about = contests.get(row.application_id) ?? [];
    const contested = row.outcome !== null && isContested(about, row.outcome);
    return { ...row, contests: about, contested, day: toLocal(row.starts_at, row.timezone).slice(0, 10) };
  });
}

async function listOwn(
  { ledgerDb, registry, now }: StatementContext,
  accountId: string,
  claimId: string,
  language: Language,
): Promise<OwnOutcomes> {
  const claim = await getVerifiedClaim(ledgerDb, accountId, claimId);
  const rows = await readOutcomes(ledgerDb, accountId, claim);
  const holder = await findHolder(ledgerDb, claim);
  const judged = judgeOutcomes(rows, holder?.email ?? '');
  return {
    license: await describeOwnLicense(registry, claim),
    reliability: await describeReliability(ledgerDb, claim, language),
    outcomes: rows.map((row) => ({
      ...row,
      counting: judged.get(row.application_id) ?? 'none',
      contest_until: contestUntil(row, now()),
    })),
  };
}

function contestUntil({ outcome, told_at, contests }: HolderApplication, now: Date): Date | null {
  if (outcome === null || told_at === null || contests.some((each) => each.outcome === outcome)) return null;
  const until = contestableUntil(told_at);
  return now < until ? until : null;
}
