import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

const SECRET = /^[\w-]{43,512}$/;

/**
 * Opens the secret that signs session cookies. The secret is created in the data folder at the first start,
 * unless a file is configured. Throws if the configured file is missing, or if a file is damaged or readable
 * by others. Errors never quote the file's content.
 */
export function openSessionSecret(options: {
  readonly named: string | undefined;
  readonly dataDir: string;
}): string {
  const file = options.named ?? path.join(options.dataDir, 'session-secret');
  if (!existsSync(file)) {
    if (options.named) throw new Error(`SESSION_SECRET_FILE names ${file}, which is not there.`);
    createSecretFile(file);
  }
  if ((statSync(file).mode & 0o077) !== 0)
    throw new Error(
      `The session secret in ${file} can be read by others; restrict the file to its owner (chmod 600).`,
    );
  const secret = readSessionSecret(file);
  if (secret === undefined)
    throw new Error(
      `The session secret in ${file} is damaged: ${SECRET_RULE}. Restore it, or remove it: a new one signs everybody out.`,
    );
  return secret;
}

/** The format of a valid secret, as a clause of a sentence. */
export const SECRET_RULE = 'it must be 43 to 512 letters, digits, "-" and "_"';

/**
 * Returns the secret in an existing file. Returns undefined if the secret is too short or damaged, in which
 * case the service would not start.
 */
export function readSessionSecret(file: string): string | undefined {
  const secret = readFileSync(file, 'utf8').trim();
  return SECRET.test(secret) ? secret : undefined;
}

/**
 * Creates the file so that it appears complete or not at all, because another process may create it at the
 * same time.
 */
function createSecretFile(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}.new`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(descriptor, `${randomBytes(32).toString('base64url')}\n`);
    fsyncSync(descriptor);
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    closeSync(descriptor);
    rmSync(draft);
  }
}
