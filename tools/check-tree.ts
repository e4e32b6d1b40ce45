import path from 'node:path';

/**
 * The maximum number of files in a folder, so that its listing can be read from top to bottom. Tests, styles
 * and data files are not counted.
 */
const FOLDER_MAX = 15;
/**
 * Folders that may be larger: migrations are numbered and looked up by number (docs/decisions/0079-rooms.md).
 */
const MAY_BE_LARGER = ['platform/db/migrations'];
/** GitHub hides folders with these names because it treats them as third-party code. */
const HIDDEN_FOLDERS = ['vendor', 'vendors'];
/**
 * File names that describe a file's role in its feature, so every feature may have one. Any other name may be
 * used only once. The names in `ROLES` in check-architecture.ts are among them.
 */
const ROLE_FILES = [
  'context',
  'job',
  'mail-messages',
  'mail-texts',
  'messages',
  'page',
  'pages',
  'routes',
  'schemas',
  'service',
  'states',
  'store',
];

/**
 * Matches a name that, apart from its role, is one word and describes an action without its object:
 * `pasted.ts`, `leaving-service.ts`.
 */
const PARTICIPLE = /^[a-z]+(?:ed|ing)(?=$|-(?:store|service|routes|job|schemas|messages)$)/;
/** Nouns that look like participles. */
const NOUNS = ['finding', 'heading', 'oembed', 'paging', 'staging', 'standing'];

/**
 * Lists every folder in `src/` that breaks a rule. `files` are the paths of its source files, without tests.
 */
export function checkFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) => [
    ...(count > FOLDER_MAX && !MAY_BE_LARGER.includes(folder)
      ? [`src/${folder}: ${count} files; at most ${FOLDER_MAX} in a folder`]
      : []),
    ...folder
      .split('/')
      .filter((name) => HIDDEN_FOLDERS.includes(name))
      .map((name) => `src/${folder}: a folder called ${name} is hidden as code of others`),
  ]);
}

/**
 * Lists every name that is not a role but is shared by several files, and every name that is a participle.
 */
export function checkNames(files: readonly string[]): string[] {
  const paths = new Map<string, string[]>();
  for (const file of files) {
    const name = path.posix.basename(file, '.ts');
    paths.set(name, [...(paths.get(name) ?? []), file]);
  }
  const participles = [...paths.keys()].filter(
    (name) => PARTICIPLE.test(name) && !NOUNS.includes(PARTICIPLE.exec(name)?.[0] ?? ''),
  );
  const twice = [...paths]
    .filter(([name, found]) => found.length > 1 && !ROLE_FILES.includes(name))
    .map(([name, found]) => `src/${found.join(', src/')}: ${name}.ts is the name of ${found.length} files`);
  return [
    ...twice,
    ...participles.map(
      (name) =>
        `src/${paths.get(name)?.join(', src/')}: a file is named after a verb or a noun, not a participle`,
    ),
  ];
}

/** Lists every import cycle once, including type imports. */
export function checkCircles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    const start = way.indexOf(file);
    if (start >= 0) circles.push([...way.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles.map((circle) => `src/${circle}: a circle of imports`);
}
