import path from 'node:path';

/**
 * The size, in megabytes, of one half of the space in which V8 allocates new objects. By default, V8 bases
 * this size on the machine's memory. A service then uses twice as much memory, and collecting a space that
 * exceeds the processor's cache takes longer. Measured with `bench/`; see docs/decisions.
 */
const YOUNG_SPACE_MB = 8;
/**
 * Settings for glibc's memory allocator, which reads them when a process starts. By default, it keeps a pool
 * for each thread, and the process retains memory that a thread has freed.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
const FLAG = '--max-semi-space-size';

/**
 * Restarts this process under the same id with a young space of the right size, which cannot be changed while
 * V8 is running. Returns without a restart if the size is already set or cannot be set. It cannot be set on
 * Windows, in a child process with a channel to its parent, or with a socket from systemd, because the
 * channel or socket would be lost.
 */
export function restartWithYoungSpace(): void {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  const isSet = given.includes(FLAG) || given.includes('--max_semi_space_size');
  if (isSet || process.send !== undefined || process.execve === undefined) return;
  if (process.platform === 'win32' || process.env.LISTEN_FDS !== undefined) return;
  const args = [`${FLAG}=${YOUNG_SPACE_MB}`, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(
    process.execPath,
    [process.execPath, ...args],
    withCompiled({ ...ALLOCATOR, ...process.env }),
  );
}

/** Returns the folder in which a service stores compiled code for its next start. */
export function compiledFolder(dataDir: string): string {
  return path.resolve(dataDir, '.compiled');
}

/**
 * Enables the cache even for the first files, which are loaded before settings are read. Otherwise, Node's
 * TypeScript parser would be loaded for a handful of files, which takes longer than loading the files
 * themselves. Node creates the folder so that only its owner can access it.
 */
function withCompiled(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (process.argv[2] !== 'serve' || process.argv.length !== 3) return environment;
  const folder = compiledFolder(environment.DATA_DIR?.trim() || './.data');
  return { NODE_COMPILE_CACHE: folder, ...environment };
}
