import type { WitnessSetting } from '../../lib/settings/parse-witnesses.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { Post } from '../../platform/net/outgoing-post.ts';
import { parseCheckpoint } from '../../proof/checkpoint.ts';
import { formatKey, type NoteKey, openNote, parseKey, splitNote } from '../../proof/note.ts';
import { proveConsistency, type ReadNode } from '../../proof/tree.ts';
import { findCosignedSize, findNewestCheckpoint, insertCosignature } from './store.ts';

/** Asks witnesses to sign each new checkpoint (c2sp.org/tlog-witness). */

/** A service that signs this log's checkpoints. */
interface Witness {
  /** The URL that `/add-checkpoint` is appended to. */
  readonly url: string;
  readonly key: NoteKey;
}

interface CosigningParts {
  readonly ledgerDb: LedgerDb;
  readonly witnesses: readonly Witness[];
  /** Stores the witnesses' signatures. */
  readonly post: Post;
  /** Reads the hashes of the log. */
  readonly nodes: () => ReadNode;
  readonly now: () => Date;
  /** Called when a witness did not sign. */
  readonly onRefused: (witness: Witness, why: string) => void;
}

export interface Cosigning {
  /** Sends the newest checkpoint to each witness that has not signed it; returns how many signed. */
  look(): Promise<number>;
}

/** The delay before retrying a witness that did not sign. */
const RETRY_MS = 60_000;
const OK = 200;
const CONFLICT = 409;

/** Reads the witnesses from the settings. Throws if a key is not a witness key. */
export function readWitnesses(settings: readonly WitnessSetting[]): readonly Witness[] {
  return settings.map(({ url, key: text }) => {
    const key = parseKey(text);
    if (key?.type !== 4) throw new Error(`LOG_WITNESSES: ${text} is not the key of a witness.`);
    return { url, key };
  });
}

export function createCosigning(parts: CosigningParts): Cosigning {
  const notBefore = new Map<Witness, number>();
  return {
    async look() {
      const checkpoint = await findNewestCheckpoint(parts.ledgerDb);
      if (!checkpoint || checkpoint.size === 0) return 0;
      const signed = await Promise.all(
        parts.witnesses.map(async (witness) => {
          if (parts.now().getTime() < (notBefore.get(witness) ?? 0)) return false;
          const last = (await findCosignedSize(parts.ledgerDb, formatKey(witness.key))) ?? 0;
          if (last >= checkpoint.size) return false;
          const isSigned = await submit(parts, witness, checkpoint, last);
          if (!isSigned) notBefore.set(witness, parts.now().getTime() + RETRY_MS);
          return isSigned;
        }),
      );
      return signed.filter((each) => each).length;
    },
  };
}

interface SignedCheckpoint {
  readonly size: number;
  readonly note: string;
}

/**
 * Returns whether the witness signed. If the witness reports a different last signed size, tries again from
 * that size.
 */
async function submit(
  { ledgerDb, post, nodes, onRefused }: CosigningParts,
  witness: Witness,
  checkpoint: SignedCheckpoint,
  last: number,
): Promise<boolean> {
  const { size, note } = checkpoint;
  const ask = async (old: number) => {
    const path = await proveConsistency(old, size, nodes());
    const hashes = path.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('');
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    return post({ url: `${witness.url}/add-checkpoint`, headers, body: `old ${old}\n${hashes}\n${note}` });
  };
  let answer = await ask(last);
  if (answer.kind === 'answered' && answer.status === CONFLICT) {
    const old = Number(/^(\d{1,15})\n?$/.exec(answer.body ?? '')?.[1] ?? Number.NaN);
    if (!(old <= size)) {
      onRefused(witness, 'it signed a larger size of this log, or another log of this name');
      return false;
    }
    answer = await ask(old);
  }
  if (answer.kind === 'failed' || answer.status !== OK) {
    onRefused(witness, answer.kind === 'failed' ? answer.reason : `it answered ${answer.status}`);
    return false;
  }
  const cosignature = readCosignature(answer.body ?? '', note, witness.key);
  if (!cosignature) {
    onRefused(witness, 'its signature does not hold');
    return false;
  }
  await insertCosignature(ledgerDb, { size, witness: formatKey(witness.key), ...cosignature });
  return true;
}

/** Finds the witness's signature line in a response, if it is valid for the checkpoint. */
function readCosignature(
  answer: string,
  note: string,
  key: NoteKey,
): { readonly signed_at: string; readonly line: string } | undefined {
  const text = splitNote(note)?.text;
  if (text === undefined || !parseCheckpoint(text)) return undefined;
  for (const line of answer.split('\n')) {
    const at = openNote(`${text}\n${line}\n`, [key])?.signed[0]?.at;
    if (at) return { signed_at: at.toISOString(), line: `${line}\n` };
  }
  return undefined;
}
