import { toRecipient } from '../../accounts/account/service.ts';
import { AppError } from '../../http/errors/errors.ts';
import type { Checked } from '../../lib/field-errors.ts';
import type { ListWindow } from '../../lib/list-window.ts';
import { logAction } from '../../operators/access/service.ts';
import type { LedgerDb, LedgerTx, PublishedAccess } from '../../platform/db/database.ts';
import { Refusal, refusalOf } from '../../platform/db/refusal.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type Mail, queueMail } from '../../platform/mail/outbox.ts';
import { isOtherHolder, type KnownLicense } from '../../records/holders/holder.ts';
import { listKnownLicenses } from '../../records/holders/holders-service.ts';
import { licenseRefKey } from '../../regulator/licenses/number.ts';
import type { Claim, ClaimDocument, ClaimForOperator, ClaimState, Letter, QueuedClaim } from './claim.ts';
import { codeExpiry, codeState, formatCode, hashCode } from './code/claim-code.ts';
import type { ClaimContext } from './context.ts';
import { type ClaimMail, rejectedMail, releasedMail, verifiedMail } from './mail-texts.ts';
import { CHANGED_MEANWHILE, noSuchClaim, OTHER_OWNER } from './refusals.ts';
import * as store from './store.ts';

const NOTE_LENGTH_MAX = 1_000;
const CONTROL = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu;

const QUEUE: ListWindow = { offset: 0, rowsMax: 500 };
const SENT_TWICE =
  'A letter was printed since you opened this page. It is shown once: if you do not have it, print another.';
const OTHER_HOLDER =
  'The license file names another holder now than when this claim was made. Print a new letter, or reject the claim.';

/**
 * The operators' actions on claims. Everything except viewing lists is logged, without the address, phone or
 * code.
 */
export function createOperatorClaims(parts: ClaimContext) {
  const { ledgerDb } = parts;
  return {
    /** Lists pending claims oldest first; claims in any other state newest first. */
    listQueue: (state: ClaimState = 'pending', window: ListWindow = QUEUE): Promise<QueuedClaim[]> =>
      listQueue(parts, state, window),
    countQueue: (state: ClaimState): Promise<number> => store.countByState(ledgerDb, state),
    getForOperator: (claimId: string): Promise<ClaimForOperator> => getForOperator(parts, claimId),
    async getDocument(operatorId: string, claimId: string): Promise<ClaimDocument> {
      const claim = await getClaim(ledgerDb, claimId);
      const document = await store.findDocument(ledgerDb, claim.id);
      if (!document) throw new AppError('not_found', 'This claim has no document.');
      await log(ledgerDb, parts, operatorId, 'claim.document', claim, document.media_type);
      return document;
    },
    /**
     * Generates a new code, which invalidates the previous one, and returns the letter just this once. Errors
     * are reported for `claim`. `printedBefore` is the last print time when the form was shown, or empty if
     * no letter had been printed, so that a reloaded form creates only one letter.
     */
    printLetter: (operatorId: string, claimId: string, printedBefore?: string): Promise<Checked<Letter>> =>
      printLetter(parts, operatorId, claimId, printedBefore),
    verify: (operatorId: string, claimId: string, note: string): Promise<string | undefined> =>
      verify(parts, operatorId, claimId, readNote(note)),
    /** Rejects a claim. The note with the reason for the claimant is required. */
    async reject(operatorId: string, claimId: string, note: string): Promise<string | undefined> {
      const text = readNote(note);
      if (text === '') return 'Write to the claimant why the claim is rejected.';
      return decideClaim(parts, { operatorId, claimId, to: 'rejected', note: text, mail: rejectedMail });
    },
    releaseByOperator: (operatorId: string, claimId: string, note: string): Promise<string | undefined> =>
      decideClaim(parts, { operatorId, claimId, to: 'released', note: readNote(note), mail: releasedMail }),
  };
}

export type OperatorClaims = ReturnType<typeof createOperatorClaims>;

async function listQueue(
  { ledgerDb, engine, registry, now }: ClaimContext,
  state: Claim['state'],
  window: ListWindow,
): Promise<QueuedClaim[]> {
  const claims = await store.listByState(ledgerDb, state, window);
  const digits = [...new Set(claims.map((claim) => claim.license_digits))];
  const licenses = new Map(
    (await listKnownLicenses(registry, digits)).map((each) => [licenseRefKey(each), each]),
  );
  const owners = new Map(
    (await store.listVerifiedOf(ledgerDb, engine, digits)).map((each) => [licenseRefKey(each), each.id]),
  );
  return claims.map((claim) => {
    const owner = owners.get(licenseRefKey(claim));
    return {
      ...toQueued(claim, licenses.get(licenseRefKey(claim)), now()),
      has_other_owner: owner !== undefined && owner !== claim.id,
    };
  });
}

async function getForOperator(
  { ledgerDb, registry, now }: ClaimContext,
  claimId: string,
): Promise<ClaimForOperator> {
  const claim = await getClaim(ledgerDb, claimId);
  const license = await findLicense(registry, claim);
  const owner = await store.findVerifiedOwner(ledgerDb, claim);
  const other =
    owner && owner.claimId !== claim.id ? await store.findClaim(ledgerDb, owner.claimId) : undefined;
  const holder = license?.holder;
  return {
    ...toQueued(claim, license, now()),
    has_other_owner: other !== undefined,
    holder: holder && {
      owner_name: holder.owner_name,
      mailing_address: holder.mailing_address,
      phone: holder.phone,
    },
    holder_changed: isOtherHolder(claim, holder),
    other_owner: other && { claim_id: other.id, email: other.email },
    document: await store.describeDocument(ledgerDb, claim.id),
    letter_printed_at: claim.letter_printed_at,
    code_expires_at: claim.code_expires_at,
  };
}

/** Prints a letter to the current holder, who is then stored as the claim's holder. */
async function printLetter(
  parts: ClaimContext,
  operatorId: string,
  claimId: string,
  printedBefore: string | undefined,
): Promise<Checked<Letter>> {
  const { ledgerDb, registry, now } = parts;
  const claim = await getClaim(ledgerDb, claimId);
  const license = await findLicense(registry, claim);
  const isSentTwice = printedBefore !== undefined && printedBefore !== (claim.letter_printed_at ?? '');
  const refusal = isSentTwice ? SENT_TWICE : refuseLetter(claim, license);
  if (refusal !== undefined || !license?.holder || claim.proof === 'document')
    return { ok: false, errors: { claim: refusal ?? CHANGED_MEANWHILE } };
  const { owner_name, owner_license_id, mailing_address, phone } = license.holder;
  const code = parts.randomCode();
  const code_hash = await hashCode(code, claim.id);
  const code_expires_at = codeExpiry(now());
  const letter_printed_at = now().toISOString();
  const printed = { owner_name, owner_license_id, code_hash, code_expires_at, letter_printed_at };
  const isDone = await inTransaction(ledgerDb, async (tx) => {
    const change = { ...printed, code_attempts: 0, code_entered_at: null };
    if (!(await store.changePending(tx, claim.id, change, claim.code_hash))) return false;
    await log(tx, parts, operatorId, 'claim.letter', claim, claim.proof);
    return true;
  });
  if (!isDone) return { ok: false, errors: { claim: CHANGED_MEANWHILE } };
  const { license_number, name, city } = license;
  return {
    ok: true,
    value: {
      claim_id: claim.id,
      proof: claim.proof,
      license_number,
      name,
      city,
      owner_name,
      mailing_address,
      phone,
      code: formatCode(code),
      expires_at: code_expires_at,
    },
  };
}

function refuseLetter(claim: store.StoredClaim, license: KnownLicense | undefined): string | undefined {
  if (claim.state !== 'pending') return 'This claim is decided; it needs no code.';
  if (claim.proof === 'document') return 'This claim is proved by its document, not by a code.';
  if (!license?.holder) return 'The newest license file names no current holder of this license.';
  const { mailing_address, phone } = license.holder;
  if (claim.proof === 'post' && mailing_address === '')
    return 'The license file has no mailing address of the holder. Reject the claim and ask for another proof.';
  if (claim.proof === 'phone' && phone === '')
    return 'The license file has no phone number of the holder. Reject the claim and ask for another proof.';
  return undefined;
}

/**
 * Verifies a claim. A code proves who held the license when its letter was printed; the operator judges a
 * document.
 */
async function verify(
  parts: ClaimContext,
  operatorId: string,
  claimId: string,
  note: string,
): Promise<string | undefined> {
  const { ledgerDb, registry } = parts;
  const claim = await getClaim(ledgerDb, claimId);
  const holder = (await findLicense(registry, claim))?.holder;
  if (claim.proof !== 'document' && isOtherHolder(claim, holder)) return OTHER_HOLDER;
  const change = holder && {
    owner_name: holder.owner_name,
    owner_license_id: holder.owner_license_id,
  };
  const step = { operatorId, claimId, to: 'verified', note, mail: verifiedMail, change } as const;
  try {
    return await decideClaim(parts, step);
  } catch (error) {
    // The database allows one verified owner per license, so the later transaction fails and writes nothing.
    if (await hasOtherOwner(ledgerDb, claim)) return OTHER_OWNER;
    throw error;
  }
}

interface ClaimDecision {
  readonly operatorId: string;
  readonly claimId: string;
  readonly to: 'verified' | 'rejected' | 'released';
  readonly note: string;
  readonly mail: (about: ClaimMail) => Mail;
  readonly change?: store.ClaimChange | undefined;
}

/**
 * Changes the state, writes the log and queues the email in one transaction. Returns an explanation if that
 * is not possible now.
 */
async function decideClaim(parts: ClaimContext, decision: ClaimDecision): Promise<string | undefined> {
  const { ledgerDb, registry, baseUrl, now } = parts;
  const { operatorId, to, note, mail, change = {} } = decision;
  const claim = await getClaim(ledgerDb, decision.claimId);
  const licenseNumber = (await findLicense(registry, claim))?.license_number ?? claim.license_digits;
  return refusalOf(ledgerDb, async (tx) => {
    if (to === 'verified' && (await hasOtherOwner(tx, claim))) throw new Refusal(OTHER_OWNER);
    const isDone = await store.setState(tx, claim.id, to, {
      ...change,
      note,
      updated_at: now().toISOString(),
    });
    if (!isDone) throw new Refusal(`This claim is ${claim.state}; it cannot become ${to}.`);
    if (to === 'released') {
      await store.deleteDocument(tx, claim.id);
      await parts.onReleased(tx);
    }
    await log(tx, parts, operatorId, `claim.${VERBS[to]}`, claim, note);
    await queueMail(
      tx,
      mail({ recipient: toRecipient(claim.email, claim.language), licenseNumber, baseUrl, note }),
      now(),
    );
  });
}

const VERBS = { verified: 'verify', rejected: 'reject', released: 'release' } as const;

async function hasOtherOwner(ledgerDb: LedgerDb, claim: Claim): Promise<boolean> {
  const owner = await store.findVerifiedOwner(ledgerDb, claim);
  return owner !== undefined && owner.claimId !== claim.id;
}

async function log(
  ledgerDb: LedgerDb | LedgerTx,
  { now }: ClaimContext,
  accountId: string,
  action: string,
  { id }: Claim,
  detail: string,
): Promise<void> {
  await logAction(ledgerDb, { accountId, action, subject: id, detail }, now());
}

async function getClaim(ledgerDb: LedgerDb, claimId: string): Promise<store.MailableClaim> {
  const claim = await store.findClaim(ledgerDb, claimId);
  if (!claim) throw noSuchClaim();
  return claim;
}

async function findLicense(registry: PublishedAccess, claim: Claim): Promise<KnownLicense | undefined> {
  const licenses = await listKnownLicenses(registry, [claim.license_digits]);
  return licenses.find((each) => licenseRefKey(each) === licenseRefKey(claim));
}

function toQueued(
  claim: store.MailableClaim,
  license: KnownLicense | undefined,
  now: Date,
): Omit<QueuedClaim, 'has_other_owner'> {
  const { id, account_id, license_type, license_digits, state, proof, owner_name, note, email } = claim;
  return {
    id,
    account_id,
    license_type,
    license_digits,
    state,
    proof,
    owner_name,
    note,
    email,
    created_at: claim.created_at,
    updated_at: claim.updated_at,
    license_number: license?.license_number ?? license_digits,
    name: license?.name ?? '',
    city: license?.city ?? '',
    code: codeState(claim, now),
  };
}

/** Returns a note as it is stored and emailed: plain lines, limited in length. */
function readNote(text: string): string {
  return text
    .slice(0, 4 * NOTE_LENGTH_MAX)
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, '')
    .trim()
    .slice(0, NOTE_LENGTH_MAX);
}
