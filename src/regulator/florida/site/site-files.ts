import type { FileList, FilePattern, SourceFile, SourceFileKind } from '../../source/source.ts';
import { DISTRICTS } from '../vocabulary/counties.ts';
import listed from './site-files.json' with { type: 'json' };

const KINDS: readonly string[] = [
  'licenses',
  'inspections',
  'new_licenses',
  'ownership_changes',
  'closures',
  'final_orders',
] satisfies SourceFileKind[];

/** Placeholders for the varying parts of a file name. */
export const PLACEHOLDERS = ['{district}', '{years}', '{sunday}', '{year}', '{month}'] as const;
const PERIODS: readonly string[] = ['{years}', '{sunday}', '{year}', '{month}'];

const FILES_MAX = 100;
const PATHS_MAX = 5;
const PATH_LENGTH_MAX = 300;
const BYTES_MAX = 500_000_000;
const TEXT_LENGTH_MAX = 200_000;

/**
 * Parses a file list: JSON text with `files` and `page`, which is the path of the page with links to them, or
 * "" if there is none. Throws an Error whose message names the wrong entry and the accepted format.
 */
export function parseFileList(text: string): FileList {
  if (text.length > TEXT_LENGTH_MAX) throw new Error(`it is longer than ${TEXT_LENGTH_MAX} characters`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
  return readFileList(json);
}

/** The file list that comes with the service. */
export const FILE_LIST: FileList = readFileList(listed);

/**
 * Returns the files that the regulator renews under the same names, in the order in which to request them.
 */
export function listRenewedFiles({ files }: FileList = FILE_LIST): SourceFile[] {
  return files.filter(({ period }) => period === null).flatMap((pattern) => forDistricts(pattern));
}

/**
 * Returns the files for a pattern and one period (undefined for a pattern without periods). If the name
 * includes a district, there is one file per district.
 */
export function forDistricts(pattern: FilePattern, period?: string): SourceFile[] {
  const isByDistrict = pattern.name.includes('{district}');
  return (isByDistrict ? DISTRICTS : [null]).map((district) => fileOf(pattern, { district, period }));
}

interface Filled {
  readonly district: number | null;
  readonly period?: string | undefined;
}

function fileOf(
  { name, paths, kind, maxBytes, period: placeholder }: FilePattern,
  filled: Filled,
): SourceFile {
  const fill = (text: string) =>
    text
      .replaceAll('{district}', String(filled.district))
      .replaceAll(placeholder ?? '{}', filled.period ?? '');
  const [path = '', ...otherPaths] = paths.map(fill);
  return { name: fill(name), path, otherPaths, kind, district: filled.district, maxBytes };
}

function readFileList(json: unknown): FileList {
  const list = readObject(json, 'the list', ['page', 'files']);
  const page = list.page === '' ? '' : readPath(list.page, 'page');
  if (!Array.isArray(list.files) || list.files.length === 0 || list.files.length > FILES_MAX)
    throw new Error(`"files" must be a list of 1 to ${FILES_MAX} entries`);
  const files = list.files.map((entry: unknown, index) => readPattern(entry, `files[${index}]`));
  const names = new Set(files.map(({ name }) => name));
  if (names.size < files.length) throw new Error('two entries of "files" have the same name');
  for (const [index, { unless }] of files.entries())
    if (unless !== null && (!names.has(unless) || unless.includes('{district}')))
      throw new Error(`files[${index}].unless must be the name of another entry, of all districts`);
  return { page, files };
}

function readPattern(json: unknown, at: string): FilePattern {
  const entry = readObject(json, at, ['name', 'kind', 'paths', 'max_bytes', 'unless']);
  const { name, kind, paths, max_bytes: maxBytes, unless = null } = entry;
  if (typeof name !== 'string' || !isFileName(name))
    throw new Error(
      `${at}.name must be a plain file name of at most 80 characters, in which ${PLACEHOLDERS.join(', ')} may stand for a part; at most one of ${PERIODS.join(', ')}`,
    );
  if (!isKind(kind)) throw new Error(`${at}.kind must be one of ${KINDS.join(', ')}`);
  if (!Array.isArray(paths) || paths.length === 0 || paths.length > PATHS_MAX)
    throw new Error(`${at}.paths must be a list of 1 to ${PATHS_MAX} paths`);
  const read = paths.map((each: unknown) => readPath(each, `${at}.paths`));
  const needed = placeholdersOf(name).join();
  if (read.some((path) => placeholdersOf(path).join() !== needed))
    throw new Error(`${at}.paths must each have the same placeholders as its name`);
  if (typeof maxBytes !== 'number' || !Number.isInteger(maxBytes) || maxBytes < 1 || maxBytes > BYTES_MAX)
    throw new Error(`${at}.max_bytes must be a whole number from 1 to ${BYTES_MAX}`);
  if (unless !== null && (typeof unless !== 'string' || unless === name))
    throw new Error(`${at}.unless must be the name of another entry`);
  const period = placeholdersOf(name).find((each) => PERIODS.includes(each)) ?? null;
  return { name, kind, paths: read, maxBytes, unless, period };
}

function readObject(json: unknown, at: string, keys: readonly string[]): Partial<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new Error(`${at} must be an object`);
  const unknown = Object.keys(json).find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw new Error(`${at} has ${JSON.stringify(unknown.slice(0, 40))}; it may have ${keys.join(', ')}`);
  return { ...json };
}

function readPath(json: unknown, at: string): string {
  const isPath =
    typeof json === 'string' &&
    json.length <= PATH_LENGTH_MAX &&
    /^\/[\w./{}~-]*$/.test(json) &&
    !/\/\/|\.\./.test(json);
  if (!isPath)
    throw new Error(
      `${at} must begin with / and have only letters, digits, dots, hyphens, underscores and slashes`,
    );
  return json;
}

function isFileName(name: string): boolean {
  const found = placeholdersOf(name);
  const rest = PLACEHOLDERS.reduce((text, placeholder) => text.replace(placeholder, '0'), name);
  const periods = found.filter((each) => PERIODS.includes(each));
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/.test(rest) && periods.length <= 1;
}

function placeholdersOf(text: string): string[] {
  return PLACEHOLDERS.filter((placeholder) => text.includes(placeholder));
}

function isKind(value: unknown): value is SourceFileKind {
  return typeof value === 'string' && KINDS.includes(value);
}
