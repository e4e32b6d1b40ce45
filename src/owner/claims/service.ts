import { randomUUID } from 'node:crypto';
import { findRecipient, lockAccount } from '../../accounts/account/service.ts';
import type { Checked } from '../../lib/field-errors.ts';
import type { UploadedFile } from '../../lib/files/uploaded-file.ts';
import { joinWords, type Language } from '../../lib/language/language.ts';
import type { ListWindow } from '../../lib/list-window.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { KnownLicense } from '../../records/holders/holder.ts';
import { listKnownLicenses } from '../../records/holders/holders-service.ts';
import { EXAMPLE_NUMBER, licenseRefKey, parseLicenseNumber } from '../../regulator/licenses/number.ts';
import type { Claim, ClaimableLicense, ClaimDocument, ClaimProof, CodeOutcome, OwnClaim } from './claim.ts';
import { checkDocument } from './claim-document.ts';
import { ATTEMPTS_MAX, codeState, mayAskAgain } from './code/claim-code.ts';
import { enterCode } from './code/code-entry-service.ts';
import type { ClaimContext } from './context.ts';
import { CLAIM_ERRORS } from './messages.ts';
import { createOperatorClaims } from './operator-service.ts';
import { noSuchClaim } from './refusals.ts';
import * as store from './store.ts';

export { findVerifiedOwner, hasVerifiedClaim, listVerifiedClaims, listVerifiedOwners } from './store.ts';

/** The maximum number of pending claims per account. */
export const PENDING_MAX = 20;
/** The maximum number of claims per account, in any state: three times the trucks of the largest chain. */
export const CLAIMS_MAX = 1_000;
const ALL_CLAIMS: ListWindow = { offset: 0, rowsMax: CLAIMS_MAX };
const CLAIM_PROOFS = ['post', 'phone', 'document'] as const;

/**
 * Creates the actions that vendors and operators can take on claims. The same `not_found` is thrown for a
 * malformed id, an unknown id and, for a vendor, another account's id. A returned sentence explains why the
 * action was rejected; undefined means success.
 */
export function createClaimService(options: ClaimContext) {
  const { ledgerDb, registry, now } = options;
  const findClaimable = async (
    accountId: string | undefined,
    licenseNumber: string,
    language: Language = 'en',
  ): Promise<Checked<ClaimableLicense>> => {
    const found = await findLicense(options, licenseNumber, language);
    if (!found.ok) return found;
    const { license_type, license_digits, license_number, name, city, holder } = found.value;
    const own =
      accountId === undefined ? undefined : await store.findOpenClaim(ledgerDb, accountId, found.value);
    const license = { license_type, license_digits, license_number, name, city };
    return { ok: true, value: { ...license, own, needs_document: !holder } };
  };
  const describe = async (claims: readonly store.StoredClaim[]): Promise<OwnClaim[]> => {
    const licenses = await listKnownLicenses(registry, [
      ...new Set(claims.map((each) => each.license_digits)),
    ]);
    const byKey = new Map(licenses.map((license) => [licenseRefKey(license), license]));
    return claims.map((claim) => toOwnClaim(claim, byKey.get(licenseRefKey(claim)), now()));
  };
  return {
    /**
     * Finds the license with this number before it is claimed, for an account or a visitor. If there is no
     * such license, returns an error for `license`.
     */
    findClaimable,
    /** Errors are reported for `license`, `proof` or `document`. */
    claim: (
      accountId: string,
      licenseNumber: string,
      proof: string,
      file?: UploadedFile,
      language: Language = 'en',
    ): Promise<Checked<Claim>> => makeClaim(options, { accountId, licenseNumber, proof, file }, language),
    enterCode: (accountId: string, claimId: string, code: string): Promise<CodeOutcome> =>
      enterCode(options, { accountId, claimId, code }),
    /** Requests another letter or call if the code is used up, expired or considered lost. */
    askAgain: (accountId: string, claimId: string, language: Language = 'en'): Promise<string | undefined> =>
      askAgain(options, { accountId, claimId }, language),
    /**
     * Lists the account's claims, or one page of them: pending claims first, then verified claims, then the
     * rest, newest first.
     */
    listOwn: async (accountId: string, window: ListWindow = ALL_CLAIMS): Promise<OwnClaim[]> =>
      describe(await store.listOwnClaims(ledgerDb, accountId, window)),
    countOwn: (accountId: string): Promise<number> => store.countOwnClaims(ledgerDb, accountId),
    async getOwn(accountId: string, claimId: string): Promise<OwnClaim> {
      const [own] = await describe([await getOwn(ledgerDb, accountId, claimId)]);
      if (!own) throw noSuchClaim();
      return own;
    },
    /** Gives up a pending or verified claim. */
    release: (accountId: string, claimId: string): Promise<string | undefined> =>
      release(options, accountId, claimId),
    ...createOperatorClaims(options),
  };
}

export type ClaimService = ReturnType<typeof createClaimService>;

/** Finds the license with this number on record. If there is none, returns an error for `license`. */
async function findLicense(
  { registry, suggest }: Pick<ClaimContext, 'registry' | 'suggest'>,
  licenseNumber: string,
  language: Language,
): Promise<Checked<KnownLicense>> {
  const t = CLAIM_ERRORS[language];
  const refuse = (text: string) => ({ ok: false, errors: { license: text } }) as const;
  const number = parseLicenseNumber(licenseNumber.slice(0, 100));
  // A suggestion is always an English sentence.
  const suggestion = async () => (language === 'en' ? await suggest?.(licenseNumber) : undefined);
  const refuseWithSuggestion = async (text: string) =>
    refuse([text, (await suggestion()) ?? ''].filter(Boolean).join(' '));
  if (!number) return refuseWithSuggestion(t.number({ example: EXAMPLE_NUMBER }));
  const all = await listKnownLicenses(registry, [number.digits]);
  const matches =
    all.length > 1 ? all.filter(({ license_type }) => license_type === number.licenseType) : all;
  const [found, another] = matches;
  if (all.length > 1 && (!found || another))
    return refuse(
      t.digitsOfSeveral({
        list: joinWords(
          all.map((each) => each.license_number),
          language,
        ),
      }),
    );
  if (!found) return refuseWithSuggestion(t.unknown);
  return { ok: true, value: found };
}

async function makeClaim(
  context: ClaimContext,
  asked: {
    readonly accountId: string;
    readonly licenseNumber: string;
    readonly proof: string;
    readonly file: UploadedFile | undefined;
  },
  language: Language,
): Promise<Checked<Claim>> {
  const t = CLAIM_ERRORS[language];
  const { ledgerDb, now } = context;
  const license = await findLicense(context, asked.licenseNumber, language);
  if (!license.ok) return license;
  const proof = CLAIM_PROOFS.find((each) => each === asked.proof);
  if (!proof) return { ok: false, errors: { proof: t.proof } };
  if (proof !== 'document' && !license.value.holder) return { ok: false, errors: { proof: t.noHolder } };
  const document = proof === 'document' ? checkDocument(asked.file, language) : undefined;
  if (document && !document.ok) return document;
  const row = toNewClaim(asked.accountId, license.value, proof, now());
  return insertClaim(ledgerDb, row, document?.value, language);
}

async function insertClaim(
  ledgerDb: LedgerDb,
  row: store.StoredClaim,
  document: ClaimDocument | undefined,
  language: Language,
): Promise<Checked<Claim>> {
  const t = CLAIM_ERRORS[language];
  return inTransaction(ledgerDb, async (tx): Promise<Checked<Claim>> => {
    await lockAccount(tx, row.account_id);
    if ((await store.countPendingOf(tx, row.account_id)) >= PENDING_MAX)
      return { ok: false, errors: { license: t.tooManyPending({ count: PENDING_MAX }) } };
    if ((await store.countOwnClaims(tx, row.account_id)) >= CLAIMS_MAX)
      return { ok: false, errors: { license: t.tooMany({ count: CLAIMS_MAX }) } };
    if (!(await store.insertClaim(tx, row))) return { ok: false, errors: { license: t.already } };
    if (document) await store.insertDocument(tx, row.id, document, row.created_at);
    const claim = await store.findOpenClaim(tx, row.account_id, row);
    if (!claim) throw new Error('a claim just made is not there');
    return { ok: true, value: claim };
  });
}

function toNewClaim(
  accountId: string,
  { license_type, license_digits, licensee_name, holder }: KnownLicense,
  proof: ClaimProof,
  now: Date,
): store.StoredClaim {
  const at = now.toISOString();
  return {
    id: randomUUID(),
    account_id: accountId,
    license_type,
    license_digits,
    state: 'pending',
    proof,
    owner_name: holder?.owner_name ?? licensee_name,
    owner_license_id: holder?.owner_license_id ?? null,
    note: '',
    code_hash: null,
    code_expires_at: null,
    code_attempts: 0,
    code_entered_at: null,
    letter_printed_at: null,
    created_at: at,
    updated_at: at,
  };
}

async function askAgain(
  { ledgerDb, now }: ClaimContext,
  { accountId, claimId }: { readonly accountId: string; readonly claimId: string },
  language: Language,
): Promise<string | undefined> {
  const t = CLAIM_ERRORS[language];
  const claim = await getOwn(ledgerDb, accountId, claimId);
  if (!mayAskAgain(claim, now())) return t.notAgain;
  const blank = { code_hash: null, code_expires_at: null, code_attempts: 0, letter_printed_at: null };
  const isDone = await inTransaction(ledgerDb, (tx) =>
    store.changePending(tx, claim.id, blank, claim.code_hash),
  );
  return isDone ? undefined : t.changedMeanwhile;
}

async function release(
  { ledgerDb, now, onReleased }: ClaimContext,
  accountId: string,
  claimId: string,
): Promise<string | undefined> {
  const claim = await getOwn(ledgerDb, accountId, claimId);
  const isDone = await inTransaction(ledgerDb, async (tx) => {
    const isReleased = await store.setState(tx, claim.id, 'released', { updated_at: now().toISOString() });
    if (!isReleased) return false;
    await store.deleteDocument(tx, claim.id);
    await onReleased(tx);
    return true;
  });
  return isDone ? undefined : 'This claim has ended already.';
}

async function getOwn(ledgerDb: LedgerDb, accountId: string, claimId: string): Promise<store.StoredClaim> {
  const claim = await store.findOwnClaim(ledgerDb, accountId, claimId);
  if (!claim) throw noSuchClaim();
  return claim;
}

function toOwnClaim(claim: store.StoredClaim, license: KnownLicense | undefined, now: Date): OwnClaim {
  const { id, account_id, license_type, license_digits, state, proof, owner_name, note } = claim;
  return {
    id,
    account_id,
    license_type,
    license_digits,
    state,
    proof,
    owner_name,
    note,
    created_at: claim.created_at,
    updated_at: claim.updated_at,
    license_number: license?.license_number ?? license_digits,
    name: license?.name ?? '',
    city: license?.city ?? '',
    code: codeState(claim, now),
    attempts_left: Math.max(0, ATTEMPTS_MAX - claim.code_attempts),
    code_expires_at: claim.code_expires_at,
    may_ask_again: mayAskAgain(claim, now),
  };
}

interface Holder {
  readonly accountId: string;
  readonly email: string;
  readonly language: Language;
  readonly claimId: string;
}

/**
 * Returns the account that is now the verified owner of a license, or undefined if there is none or the
 * license type is unknown.
 */
export async function findHolder(
  ledgerDb: LedgerDb,
  { license_type, license_digits }: { readonly license_type: string | null; readonly license_digits: string },
): Promise<Holder | undefined> {
  if (license_type === null) return undefined;
  const owner = await store.findVerifiedOwner(ledgerDb, { license_type, license_digits });
  const recipient = owner && (await findRecipient(ledgerDb, owner.accountId));
  return recipient && { ...owner, email: recipient.to, language: recipient.language };
}
