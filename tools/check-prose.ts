import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Passage, readMarkdown, readTypeScript } from './prose/read-prose.ts';
import { ENFORCED, EXCEPTIONS } from './prose/rooms.ts';
import { checkPassage } from './prose/rules.ts';

/**
 * Checks that comments, test titles, documents, pages and email are in plain English. Prints each finding in
 * an enforced folder with a better word, and exits 1 if there is any. With `--all`, counts the findings in
 * every folder; with paths, prints the findings in those files and folders.
 */

const ROOT = path.resolve(import.meta.dirname, '..');
const FILES = [
  '{src,test,acceptance,tools,bench}/**/*.ts',
  'client/{src,tools,test}/**/*.ts',
  'docs/**/*.md',
  '*.md',
  'client/*.md',
];
/** Files that were generated or written by other people. */
const NOT_OURS = ['client/src/api.ts'];
/** Documents about history may contain dates. */
const HISTORY = /^(?:CHANGELOG\.md|docs\/(?:decisions|measurements)\/)/;

/** Returns every violation in one file; `file` is its path in the repository. */
export function checkProse(file: string, source: string): string[] {
  return read(file, source)
    .flatMap(checkPassage)
    .filter(
      ({ breach }) => !EXCEPTIONS.some((each) => each.file === file && breach.startsWith(`"${each.words}"`)),
    )
    .sort((one, other) => one.line - other.line)
    .map(({ line, breach }) => `${file}:${line}: ${breach}`);
}

function read(file: string, source: string): Passage[] {
  if (file.endsWith('.ts')) return readTypeScript(source);
  return readMarkdown(source, HISTORY.test(file) ? 'history' : 'manual');
}

function isIn(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => file === folder || file.startsWith(`${folder.replace(/\/$/, '')}/`));
}

function main(given: readonly string[]): void {
  const everything = given.includes('--all');
  const asked = given.filter((each) => each !== '--all');
  const wanted = asked.length > 0 ? asked : ENFORCED;
  const files = globSync(FILES, { cwd: ROOT })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !NOT_OURS.includes(file) && (everything || isIn(file, wanted)))
    .sort();
  const findings = new Map(
    files.map((file) => [file, checkProse(file, readFileSync(path.join(ROOT, file), 'utf8'))]),
  );
  if (everything) for (const [room, count] of countByRoom(findings)) console.log(`${room}: ${count}`);
  const breaches = [...findings].flatMap(([file, found]) => (isIn(file, wanted) ? found : []));
  for (const breach of breaches) console.error(breach);
  console.log(`prose: ${files.length} files, ${breaches.length} breaches in enforced folders`);
  process.exitCode = breaches.length > 0 ? 1 : 0;
}

function countByRoom(findings: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [file, found] of findings) {
    const folders = path.posix.dirname(file).split('/');
    const room = file.includes('/') ? folders.slice(0, 2).join('/') : file;
    counts.set(room, (counts.get(room) ?? 0) + found.length);
  }
  return counts;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv.slice(2));
