import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { type Checkpoint, formatCheckpoint, parseCheckpoint } from '../../proof/checkpoint.ts';

/**
 * The last published checkpoint, in a file outside the database and its backups. It reveals if a restored
 * database is missing entries.
 */
export interface HeadFile {
  /** Returns undefined if there is none. Throws if the file is damaged. */
  read(): Checkpoint | undefined;
  /** Writes asynchronously, so that other requests are handled while a large file keeps the disk busy. */
  write(head: Checkpoint): Promise<void>;
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
    async write(head) {
      const draft = `${file}.${randomUUID()}.new`;
      await writeToDisk(draft, formatCheckpoint(head));
      await rename(draft, file);
      await using opened = await open(folder);
      await opened.sync();
    },
  };
}

async function writeToDisk(file: string, text: string): Promise<void> {
  await using opened = await open(file, 'wx', 0o600);
  await opened.writeFile(text);
  await opened.sync();
}
