import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Stores a job's findings in a file in DATA_DIR, so that they outlive the process and other processes can
 * read them for metrics. The file is small, does not contain personal data, and is always replaced as a
 * whole.
 */

/** The name of a fact, and of its file without `.json`. */
export type FactName = 'backups-seen' | 'pages-checked';

/** States by name; times are ISO 8601. */
export type NotedFact = Readonly<Record<string, Readonly<Record<string, string | number | boolean | null>>>>;

export function noteFact(dataDir: string, name: FactName, fact: NotedFact): void {
  const file = fileOf(dataDir, name);
  const draft = `${file}.${randomUUID()}.new`;
  writeFileSync(draft, `${JSON.stringify(fact)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** Returns a stored fact, or undefined if its file is missing or damaged. */
export function readFact(dataDir: string, name: FactName): NotedFact | undefined {
  try {
    const noted: unknown = JSON.parse(readFileSync(fileOf(dataDir, name), 'utf8'));
    return isFact(noted) ? noted : undefined;
  } catch {
    // The file is missing or damaged. The job's next run writes it again.
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
