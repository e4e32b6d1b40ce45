import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';

/** A backup's manifest, which is the first entry in the archive. The second entry is its SHA-256. */

export const FORMAT = 2;
/**
 * The previous format, which differs only for PostgreSQL: it had one file for each table.
 */
const EARLIER_FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const MANIFEST_HASH = 'manifest.sha256';
export const LEDGER = 'ledger.sqlite';
/** The second database in backups from before ledger migration 0027. The next start moves its content. */
export const REGISTRY = 'registry.sqlite';
export const KEYS = 'receipt-keys.json';
export const SECRET = 'session-secret';
/** The dump that pg_dump writes for a PostgreSQL database. */
export const DUMP = 'postgres.dump';
/** The prefix of files that the service downloaded from the regulator. */
export const DOWNLOADS = 'regulator/';
/** Far larger than any real manifest; a larger manifest is rejected. */
export const MANIFEST_BYTES_MAX = 16_000_000;

/** The error for a backup that cannot be used; the message says why. */
export class RefusedBackup extends Error {}

const Counts = Type.Record(Type.String(), Type.Integer({ minimum: 0 }));
const Database = Type.Object({ migrations: Type.Array(Type.String()), counts: Counts });
const ManifestSchema = Type.Object({
  format: Type.Union([Type.Literal(EARLIER_FORMAT), Type.Literal(FORMAT)]),
  createdAt: Type.String({ format: 'date-time' }),
  engine: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
  databases: Type.Object({ ledger: Database, registry: Type.Optional(Database) }),
  /** The schema that contains the tables; PostgreSQL only. */
  schema: Type.Optional(Type.String()),
  files: Type.Array(
    Type.Object({
      name: Type.String(),
      bytes: Type.Integer({ minimum: 0 }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
  ),
});

export type Manifest = Static<typeof ManifestSchema>;
export type DatabaseEntry = Static<typeof Database>;
export type FileEntry = Manifest['files'][number];

/**
 * Parses a manifest. Throws an error with an explanation if it is invalid or in a format that this version
 * does not support.
 */
export function parseManifest(text: string): Manifest {
  const value = parse(text);
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
  if (typeof format === 'number' && format > FORMAT)
    throw new RefusedBackup('The backup is of a newer version of the service. Restore it with that version.');
  if (!Check(ManifestSchema, value))
    throw new RefusedBackup('The backup is damaged: its manifest cannot be read.');
  if (value.format === EARLIER_FORMAT && value.engine === 'postgres')
    throw new RefusedBackup(
      'The backup is of a PostgreSQL and was made by version 0.5.0 or an earlier one. Restore it with the version that made it, ' +
        'and bring that database up to date as docs/operations.md says under "Upgrade from 0.5.0".',
    );
  const names = value.files.map(({ name }) => name);
  if (new Set(names).size !== names.length || !names.every(isNameAllowed))
    throw new RefusedBackup('The backup is damaged: its manifest names files that no backup has.');
  for (const name of [...filesOf(value), KEYS, SECRET])
    if (!names.includes(name)) throw new RefusedBackup(`The backup is damaged: it lacks ${name}.`);
  return value;
}

function filesOf({ engine, databases: { registry } }: Manifest): string[] {
  if (engine === 'postgres') return [DUMP];
  return [LEDGER, ...(registry ? [REGISTRY] : [])];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Allows only the names that a backup uses, so no entry can be written elsewhere. */
function isNameAllowed(name: string): boolean {
  if ([LEDGER, REGISTRY, DUMP, KEYS, SECRET].includes(name)) return true;
  const parts = name.split('/');
  return name.startsWith(DOWNLOADS) && parts.every((part) => /^[\w][\w .,()&+=@%~-]*$/.test(part));
}
