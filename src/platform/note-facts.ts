import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What a job found, noted in a file of DATA_DIR so that it outlives the process and whoever reads metrics finds it: small, without
 * anything of a person, and replaced whole.
 */

/** Each fact is a file of this name with `.json`. */
export type FactName = 'backups-seen' | 'pages-checked';

/** Where something is now, by its name; times are ISO 8601. */
export type NotedFact = Readonly<Record<string, Readonly<Record<string, string | number | boolean | null>>>>;

export function noteFact(dataDir: string, name: FactName, fact: NotedFact): void {
  const file = fileOf(dataDir, name);
  const draft = `${file}.${randomUUID()}.new`;
  writeFileSync(draft, `${JSON.stringify(fact)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** Undefined before anything was noted, and for what cannot be read. */
export function readFact(dataDir: string, name: FactName): NotedFact | undefined {
  try {
    const noted: unknown = JSON.parse(readFileSync(fileOf(dataDir, name), 'utf8'));
    return isFact(noted) ? noted : undefined;
  } catch {
    // Not there yet, or of no use: the next look writes it anew.
    return undefined;
  }
}

function isFact(noted: unknown): noted is NotedFact {
  return (
    typeof noted === 'object' &&
    noted !== null &&
    Object.values(noted).every((each) => typeof each === 'object' && each !== null)
  );
}

function fileOf(dataDir: string, name: FactName): string {
  return path.join(dataDir, `${name}.json`);
}
