import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkCircles, checkFolders, checkNames } from './check-tree.ts';

/**
 * Enforces docs/architecture.md. Prints each violation, and exits with 1 if there is any. It checks:
 *
 * - which rooms a room may import, and the order of features inside a room
 * - which files may do input and output, and which may name the regulator
 * - how long a file may be, how many files a folder may hold, and which names may repeat
 * - that imports do not form a cycle, and that only acceptance/ imports acceptance/
 */

/** The rooms for the regulator's records and for our assessment of them. */
const RECORDS = [
  'lib',
  'platform',
  'http',
  'regulator',
  'published-state',
  'intake',
  'matching',
  'judgment',
  'records',
  'search',
];
const DECISIONS = [...RECORDS, 'proof', 'decisions'];
/** Every room of the service except its pages. */
const SERVICE = [
  ...DECISIONS,
  'open-data',
  'accounts',
  'operators',
  'webhooks',
  'organizer',
  'owner',
  'watch',
  'privacy',
];

/** The other rooms that a file of each room may import. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  proof: ['lib'],
  platform: ['lib'],
  http: ['lib', 'platform'],
  regulator: ['lib'],
  'published-state': ['lib', 'platform', 'http'],
  intake: ['lib', 'platform', 'http', 'regulator', 'published-state'],
  matching: ['lib', 'regulator'],
  judgment: ['lib', 'http', 'regulator', 'published-state', 'matching'],
  records: [...RECORDS.filter((room) => room !== 'search'), 'proof'],
  search: RECORDS,
  'open-data': RECORDS,
  decisions: [...RECORDS, 'proof'],
  accounts: ['lib', 'platform', 'http', 'regulator'],
  operators: ['lib', 'platform', 'http', 'regulator', 'accounts'],
  webhooks: ['lib', 'platform', 'http', 'accounts'],
  organizer: [...DECISIONS, 'accounts', 'webhooks'],
  owner: [...DECISIONS, 'accounts', 'operators', 'organizer'],
  watch: [...DECISIONS, 'accounts', 'webhooks', 'organizer', 'owner'],
  privacy: SERVICE,
  mcp: ['lib', 'http'],
  web: SERVICE,
  demo: SERVICE,
  backtest: RECORDS,
  jobs: [...SERVICE, 'demo', 'config.ts'],
  ops: [...SERVICE, 'jobs', 'config.ts'],
  'config.ts': ['lib'],
  compose: [...SERVICE, 'mcp', 'web', 'demo', 'config.ts'],
  cli: [...SERVICE, 'mcp', 'web', 'demo', 'backtest', 'jobs', 'ops', 'compose', 'config.ts'],
  'main.ts': ['cli', 'config.ts'],
};

/**
 * The features of each room in order: each may import the features before it. Add a new feature here. Folders
 * in one list are one feature, so they share their stores. A room with one feature has its files at its top
 * level.
 */
const FEATURES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  regulator: [['formats'], ['source', 'florida'], ['licenses']],
  'published-state': [['']],
  intake: [['fetch', 'check', 'log', 'coverage', 'staging', 'import']],
  matching: [['']],
  judgment: [['score'], ['methodology'], ['scorecard'], ['policy'], ['narrative']],
  records: [['record'], ['statistics'], ['read'], ['holders'], ['snapshot'], ['changes'], ['publication']],
  search: [['find']],
  'open-data': [['records'], ['badges'], ['statistics'], ['closures'], ['files']],
  decisions: [['receipts'], ['log'], ['decide'], ['evidence-pack'], ['self-check']],
  accounts: [
    ['account', 'sign-in', 'second-factor', 'passkeys', 'sessions', 'links', 'credential-news'],
    ['teams'],
    ['api-keys'],
  ],
  operators: [['access', 'email'], ['deprecations']],
  webhooks: [['endpoints', 'messages', 'delivery']],
  organizer: [['events'], ['calendars'], ['applications'], ['documents'], ['lists'], ['shortlist']],
  owner: [['claims'], ['statements'], ['reliability'], ['risk-records'], ['billing'], ['expiry']],
  watch: [['paid'], ['booked'], ['follows']],
  privacy: [['retention', 'erase', 'export']],
};

/** The last word of a file's name shows which I/O it may do; all other files must be pure. */
const ROLES = ['store', 'service', 'routes', 'job'];
/** Files named after the library they adapt. */
const ADAPTERS = ['stripe'];
const PURE_NODE_MODULES = new Set([
  'node:buffer',
  'node:crypto',
  'node:zlib',
  'node:net',
  'node:path',
  'node:v8',
]);
/** Code that a pure file may not contain, in addition to the imports that it may not have. */
const IMPURE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/, 'builds SQL'],
  [/\binTransaction\(|\.transaction\(\)/, 'opens a transaction'],
  [/\bnew Date\(\)|\bDate\.now\(\)|\bperformance\.now\(\)/, 'reads the clock'],
  [/\{[^}]*\brandom(?:Bytes|UUID|Int)\b[^}]*\} from 'node:crypto'|\bMath\.random\(/, 'draws a random value'],
  [/import (?!\{ deserialize, serialize \})[^;]* from 'node:v8'/, 'uses V8 for more than packing'],
];
/**
 * Knowledge about one regulator stays in its folder. `regulator.ts` selects the regulator, and demo data is
 * written in its file formats.
 */
const REGULATOR_FOLDER = 'regulator/florida/';
const KNOWS_THE_REGULATOR = [
  REGULATOR_FOLDER,
  'regulator/source/regulator.ts',
  'regulator/source/license-type.ts',
  'demo/',
];
/** The regulator's name, license letters, ranks and type codes, in code, strings and comments. */
const REGULATOR_WORDS =
  /\w*(?:dbpr|DBPR|[Ff]lorida|FLORIDA)\w*|\b(?:MFDV?|HTDG?|CATR?)(?=\d|\b)|(?<=['"`])201[34](?=['"`])/g;
/** Import paths, and the URLs that the contract fixes: `/florida` and `/api/v1/stats/florida`. */
const NAMED_BY_OTHERS = /\bfrom '[^']*'|\/florida\b/g;
/** Syntax that only saves lines; one entry per line is easier to read and change. */
const LINE_GOLF: readonly (readonly [RegExp, string])[] = [
  [/\.\.\.\{/, 'a spread object literal: write its properties in the object around it'],
  [/\b(?:const|let) \[[\w\s,]+\] = \[[^\]]*\];/, 'several values in one declaration: declare each by itself'],
];
const LINES_MAX = 400;
const TYPES_AND_IMPORTS = /^(?:import|(?:export )?(?:type|interface))\b/;
const RE_EXPORT = /^export (?:\*|\{[^}]*\})/;
/** A function that only passes its arguments to one call. */
const ONE_CALL =
  /^export (?:async )?function [\s\S]*\{\n {2}(?:return )?(?:await )?[\w.]+\([\w\s.,]*\);\n\}$/;
/**
 * A function that returns an object, and a method of that object that only passes its arguments to one call.
 */
const RETURNS_OBJECT = /^export (?:async )?function [\s\S]*?\{\n {2}return \{\n([\s\S]*)\n {2}\};\n\}$/;
const CALLING_METHOD = /=>\s+[\w.]+\([\w\s.,{}']*\),$/;

interface Import {
  /** A path below `src/`, or the name of a package. */
  readonly target: string;
  readonly typeOnly: boolean;
}

/** Lists every violation in one file; `file` is its path below `src/`. */
export function checkFile(file: string, text: string): string[] {
  const breaches = importsOf(file, text).flatMap((each) => checkImport(file, each) ?? []);
  const feature = featureOf(file);
  if (FEATURES[roomOf(file)] && placeOf(file) < 0)
    breaches.push(
      `${feature || 'a file outside a feature'} is not in the list of features of ${roomOf(file)}`,
    );
  if (isPure(file)) breaches.push(...checkWords(text));
  if (!knowsTheRegulator(file)) breaches.push(...checkRegulatorWords(text));
  if (roleOf(file) === 'service' && onlyForwards(text))
    breaches.push('a service that only forwards: let its importers use what it forwards to');
  breaches.push(...checkStyle(text));
  const lines = text.split('\n').length - 1;
  if (lines > LINES_MAX) breaches.push(`${lines} lines; at most ${LINES_MAX}`);
  return breaches.map((breach) => `src/${file}: ${breach}`);
}

function checkImport(file: string, each: Import): string | undefined {
  const { target, typeOnly } = each;
  if (!target.endsWith('.ts') && !target.endsWith('.json')) return checkPackage(file, each);
  const room = roomOf(file);
  const targetRoom = roomOf(target);
  // Pages and tools show this version.
  if (target === '../package.json' && ['compose', 'cli'].includes(room)) return undefined;
  if (targetRoom !== room && !(ROOMS[room] ?? []).includes(targetRoom))
    return `${room} may not import ${target}`;
  if (target.startsWith(REGULATOR_FOLDER) && !knowsTheRegulator(file))
    return `${target} is reached through regulator/source/regulator.ts`;
  return checkFeature(file, each) ?? (typeOnly ? undefined : checkPurity(file, target));
}

function checkFeature(file: string, { target, typeOnly }: Import): string | undefined {
  const room = roomOf(file);
  const order = FEATURES[roomOf(target)];
  if (!order || (room === roomOf(target) && placeOf(file) === placeOf(target))) return undefined;
  if (roleOf(target) === 'store' && !typeOnly) return `${target} is private to its feature`;
  if (roleOf(target) === 'routes' && room !== 'compose') return `${target} is wired in compose alone`;
  if (room === roomOf(target) && placeOf(target) > placeOf(file))
    return `${featureOf(file)} comes before ${featureOf(target)} and may not import ${target}`;
  return undefined;
}

function checkPurity(file: string, target: string): string | undefined {
  if (!isPure(file)) return undefined;
  if (roomOf(target) === 'platform') return `a pure file may not import ${target}`;
  return roleOf(target) || isAdapter(target)
    ? `a pure file may not import ${target}, which may do I/O`
    : undefined;
}

function checkPackage(file: string, { target, typeOnly }: Import): string | undefined {
  const pure = isPure(file) || roomOf(file) === 'lib';
  if (!pure || typeOnly || !target.startsWith('node:') || PURE_NODE_MODULES.has(target)) return undefined;
  return `a pure file may not import ${target}`;
}

function checkWords(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  return IMPURE_WORDS.flatMap(([word, deed]) => (word.test(code) ? [`a pure file ${deed}`] : []));
}

function checkRegulatorWords(text: string): string[] {
  const words = text.replace(NAMED_BY_OTHERS, '').match(REGULATOR_WORDS) ?? [];
  return [...new Set(words)].map((word) => `"${word}" is known to ${REGULATOR_FOLDER} alone`);
}

/** Lists every style violation in a file in any folder. */
function checkStyle(text: string): string[] {
  return LINE_GOLF.flatMap(([pattern, breach]) => (pattern.test(text) ? [breach] : []));
}

/**
 * Returns true if every statement that runs is a re-export or only passes its arguments to another function.
 */
function onlyForwards(text: string): boolean {
  const code = text.replace(/^ *\/\*[\s\S]*?\*\/\n|^ *\/\/[^\n]*\n/gm, '');
  const statements = code.split(/^(?=[a-z])/m).map((each) => each.trim());
  const run = statements.filter((each) => each !== '' && !TYPES_AND_IMPORTS.test(each));
  return run.length > 0 && run.every(isForward);
}

function isForward(statement: string): boolean {
  const methods = RETURNS_OBJECT.exec(statement)?.[1];
  if (methods === undefined) return RE_EXPORT.test(statement) || ONE_CALL.test(statement);
  return methods.split(/\n(?= {4}\w)/).every((each) => CALLING_METHOD.test(each));
}

function knowsTheRegulator(file: string): boolean {
  return KNOWS_THE_REGULATOR.some((known) => file.startsWith(known));
}

function isPure(file: string): boolean {
  const isOfFeature = FEATURES[roomOf(file)] !== undefined && roleOf(file) === undefined;
  return roomOf(file) === 'proof' || (isOfFeature && !isAdapter(file));
}

function isAdapter(file: string): boolean {
  return ADAPTERS.includes(path.basename(file, '.ts'));
}

function roleOf(file: string): string | undefined {
  const lastWord = path.basename(file, '.ts').split('-').at(-1) ?? '';
  return ROLES.includes(lastWord) ? lastWord : undefined;
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? '';
}

function featureOf(file: string): string {
  const parts = file.split('/');
  return parts.length > 2 ? (parts[1] ?? '') : '';
}

/** Returns the position of a file's feature in its room's order, or -1. */
function placeOf(file: string): number {
  return (FEATURES[roomOf(file)] ?? []).findIndex((folders) => folders.includes(featureOf(file)));
}

function importsOf(file: string, text: string): Import[] {
  const pattern = /(?:^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?|\bimport\()'([^']+)'/gm;
  return [...text.matchAll(pattern)].map(([, typeOnly, target = '']) => ({
    target: target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target,
    typeOnly: typeOnly !== undefined,
  }));
}

/**
 * Lists every violation in one file of the client. The client is published separately, so it imports only its
 * own files.
 */
export function checkClientFile(file: string, text: string): string[] {
  const breaches = importsOf(file, text)
    .filter(({ target }) => target.startsWith('..') || !/^(?:node:|[\w-]+\.ts$)/.test(target))
    .map(({ target }) => `the client may not import ${target}`);
  if (/from 'node:/.test(text) && !/^cli\b/.test(file))
    breaches.push('only the command line may import what browsers lack');
  const lines = text.split('\n').length - 1;
  if (lines > LINES_MAX && file !== 'api.ts') breaches.push(`${lines} lines; at most ${LINES_MAX}`);
  return breaches.map((breach) => `client/src/${file}: ${breach}`);
}

/**
 * Lists every violation in one file outside the acceptance workspace; `file` is its path in the repository.
 */
export function checkTestImports(file: string, text: string): string[] {
  return importsOf(file, text)
    .filter(({ target }) => target.startsWith('acceptance/'))
    .map(({ target }) => `${file}: only acceptance/ may import ${target}`);
}

function main(): void {
  const root = path.resolve(import.meta.dirname, '../src');
  const files = listTypeScript(root).filter((file) => !file.endsWith('.test.ts'));
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  const breaches = [...texts].flatMap(([file, text]) => checkFile(file, text));
  breaches.push(...checkFolders(files), ...checkNames(files));
  const targets = [...texts].map(
    ([file, text]) => [file, importsOf(file, text).map(({ target }) => target)] as const,
  );
  breaches.push(...checkCircles(new Map(targets)));
  const repository = path.resolve(root, '..');
  for (const folder of ['src', 'test', 'tools', 'bench'])
    for (const file of listTypeScript(path.join(repository, folder)))
      breaches.push(
        ...checkTestImports(`${folder}/${file}`, readFileSync(path.join(repository, folder, file), 'utf8')),
      );
  const client = path.resolve(root, '../client/src');
  for (const file of readdirSync(client))
    breaches.push(...checkClientFile(file, readFileSync(path.join(client, file), 'utf8')));
  for (const breach of breaches) console.error(breach);
  console.log(`architecture: ${files.length} files, ${breaches.length} breaches`);
  process.exitCode = breaches.length > 0 ? 1 : 0;
}

function listTypeScript(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts'));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main();
