import type { LedgerDb } from '../../platform/db/database.ts';
import { newestOfSlots } from '../check/file-age.ts';
import { isCounted } from './file-log.ts';
import { listEveryPublishedFile, listNamedFiles, type NamedFile } from './files-store.ts';

/**
 * Finds files by the names that operators type on the command line, and explains why a request cannot be
 * fulfilled.
 */

/** The matching file, or the reason why none matches. */
type FoundFile =
  | { readonly found: true; readonly file: NamedFile }
  | { readonly found: false; readonly message: string };

const SHA256_SHOWN = 12;
const SHA256_CHARACTERS_MIN = 8;
const FILES_LISTED_MAX = 10;
const WHERE = '/operator/imports lists the files.';

/**
 * Finds the counted file that an operator's text identifies: its id, its name with or without a folder, or at
 * least the first 8 characters of its SHA-256.
 */
export async function findFileToWithdraw(ledgerDb: LedgerDb, text: string): Promise<FoundFile> {
  const files = await listNamedFiles(ledgerDb);
  const ways = waysToName(text).map((isNamed) => files.filter(isNamed));
  const counted = ways.map((each) => each.filter(isCounted)).find((each) => each.length > 0) ?? [];
  const [file, other] = counted;
  if (file && !other) return { found: true, file };
  if (file) return { found: false, message: tellAmbiguous(text, counted) };
  const gone = ways.find((each) => each.length > 0)?.at(-1);
  return { found: false, message: gone ? tellGone(gone) : tellUnknown(text) };
}

/**
 * Returns the reason why an operator cannot accept these bytes; undefined if the bytes were held or
 * withdrawn, so that they can be accepted.
 */
export async function whyNotAcceptable(ledgerDb: LedgerDb, sha256: string): Promise<string | undefined> {
  const same = (await listNamedFiles(ledgerDb)).filter((file) => file.sha256 === sha256);
  const counted = same.find(isCounted);
  if (same.length > 0 && !counted) return undefined;
  if (!counted)
    return 'These bytes were not held back or withdrawn before, so there is nothing to accept. Read the file with --from first; a file that changed since it was held back is a new one.';
  const file = `These bytes are file ${counted.id} (${counted.name})`;
  if (counted.outcome === 'published')
    return `${file}, which was taken in on ${dayOf(counted.read_at)}. There is nothing to accept.`;
  const newest = newestOfSlots(await listEveryPublishedFile(ledgerDb)).get(counted.slot);
  const newer = newest ? `the newer file ${newest.id} (${newest.name})` : 'a newer file';
  return `${file}, which was read and set aside because ${newer} is in use. It needs no acceptance: it comes into use when newer files are withdrawn.`;
}

/**
 * Returns the ways in which a typed text can match a file: by id, by SHA-256, by stored name, or by name with
 * a different folder or no folder.
 */
function waysToName(text: string): ((file: NamedFile) => boolean)[] {
  return [
    ({ id }) => isNumber(text) && id === Number(text),
    ({ sha256 }) => isSha256(text) && sha256.startsWith(text.toLowerCase()),
    ({ name }) => name === text,
    ({ name }) => text !== '' && (name.endsWith(`/${text}`) || text.endsWith(`/${name}`)),
  ];
}

function isNumber(text: string): boolean {
  return /^\d{1,7}$/.test(text);
}

function isSha256(text: string): boolean {
  return /^[0-9a-f]{1,64}$/i.test(text) && text.length >= SHA256_CHARACTERS_MIN;
}

function tellAmbiguous(text: string, files: readonly NamedFile[]): string {
  const list = files
    .slice(-FILES_LISTED_MAX)
    .map(
      ({ id, name, sha256, file_date: day }) =>
        `${id} (${name}, SHA-256 ${sha256.slice(0, SHA256_SHOWN)}, ${day === null ? 'without a date' : `newest day ${day}`})`,
    );
  const newest = files.length > list.length ? `, of the newest ${list.length}` : '';
  return `"${text}" names ${files.length} files. Give the number of one${newest}: ${list.join('; ')}.`;
}

function tellGone({ id, name, outcome, withdrawn_at: at, withdrawn_because: because }: NamedFile): string {
  return outcome === 'withdrawn'
    ? `File ${id} (${name}) was withdrawn already, on ${dayOf(at ?? '')} because “${because}”. Nothing was changed.`
    : `File ${id} (${name}) was held back, so nothing of it is on record and there is nothing to withdraw.`;
}

function tellUnknown(text: string): string {
  if (isNumber(text)) return `No file has the number ${text}. ${WHERE}`;
  if (isSha256(text)) return `No file has a SHA-256 that begins with ${text}. ${WHERE}`;
  const hint = /^[0-9a-f]{2,}$/i.test(text)
    ? ` Of a SHA-256, give at least ${SHA256_CHARACTERS_MIN} characters.`
    : '';
  return `No file is called "${text}".${hint} ${WHERE}`;
}

function dayOf(instant: string): string {
  return instant.slice(0, 10);
}
