import { randomUUID } from 'node:crypto';
import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The characters of a file that wait in memory before they are written. */
const WAITING_MAX = 1 << 18;

/** Files that are written line by line in parallel; they get their names once all are complete. */
export class LineFiles {
  readonly #directory: string;
  /**
   * Two processes that start in an empty folder write the same files at once, each under its own name until
   * they are complete.
   */
  readonly #draft = randomUUID();
  readonly #waiting = new Map<string, string>();
  readonly #withRows = new Set<string>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  start(name: string, head: string): void {
    writeFileSync(this.#unfinished(name), '');
    this.#waiting.set(name, head);
  }

  /** @throws RangeError for a file that was not started */
  add(name: string, text: string): void {
    const waiting = this.#waiting.get(name);
    if (waiting === undefined) throw new RangeError(`no demo file ${name}`);
    this.#waiting.set(name, waiting + text);
    this.#withRows.add(name);
    if (waiting.length + text.length > WAITING_MAX) this.#write(name);
  }

  /**
   * Returns the paths of the files in the order in which they were started. Drops files without rows: an
   * import holds those back.
   */
  finish(): string[] {
    const names = [...this.#waiting.keys()];
    for (const name of names) if (!this.#withRows.has(name)) rmSync(this.#unfinished(name), { force: true });
    return names
      .filter((name) => this.#withRows.has(name))
      .map((name) => {
        this.#write(name);
        const path = join(this.#directory, name);
        renameSync(this.#unfinished(name), path);
        return path;
      });
  }

  /** Removes the files that are not complete. */
  discard(): void {
    for (const name of this.#waiting.keys()) rmSync(this.#unfinished(name), { force: true });
  }

  #write(name: string): void {
    appendFileSync(this.#unfinished(name), this.#waiting.get(name) ?? '');
    this.#waiting.set(name, '');
  }

  #unfinished(name: string): string {
    return join(this.#directory, `${name}.${this.#draft}.tmp`);
  }
}
