import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { flush } from '../../platform/files/flush.ts';
import { type Checkpoint, formatCheckpoint, parseCheckpoint } from '../../proof/checkpoint.ts';

/** The last checkpoint that was published, in a file outside of the database and its backups: a database of before it lacks entries. */
export interface HeadFile {
  /** Undefined if there is none. Throws if the file is damaged. */
  read(): Checkpoint | undefined;
  write(head: Checkpoint): void;
}

const NAME = 'log-head';

export function openHeadFile(folder: string): HeadFile {
  const file = path.join(folder, NAME);
  return {
    read() {
      if (!existsSync(file)) return undefined;
      const head = parseCheckpoint(readFileSync(file, 'utf8'));
      if (head) return head;
      throw new Error(
        `${file} is damaged. It says what the public log had last; see "The log" in the manual.`,
      );
    },
    write(head) {
      const draft = `${file}.${randomUUID()}.new`;
      const descriptor = openSync(draft, 'wx', 0o600);
      try {
        writeFileSync(descriptor, formatCheckpoint(head));
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      renameSync(draft, file);
      flush(folder);
    },
  };
}
