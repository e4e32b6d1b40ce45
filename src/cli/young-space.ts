import path from 'node:path';

/**
 * Megabytes of one half of the space in which V8 makes new objects. By itself V8 takes as much as the machine's memory allows: a
 * service then holds twice the memory, and collecting a space that has outgrown the processor's cache takes longer, not shorter.
 * Measured with `bench/`, see docs/decisions.
 */
const YOUNG_SPACE_MB = 8;
/**
 * Settings of the memory allocator of glibc, which reads them when a process starts. By itself it keeps a pool for each thread, and
 * what a thread has freed stays with the process.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
const FLAG = '--max-semi-space-size';

/**
 * Starts this process anew, under the same id, with a young space of the right size, which cannot be changed once V8 runs.
 * Returns if that is done, was asked for otherwise, or cannot be done: on Windows, for a child that talks with its parent, and with a socket
 * that systemd hands over, which a new program would not have.
 */
export function restartWithYoungSpace(): void {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  const isTold = given.includes(FLAG) || given.includes('--max_semi_space_size');
  if (isTold || process.send !== undefined || process.execve === undefined) return;
  if (process.platform === 'win32' || process.env.LISTEN_FDS !== undefined) return;
  const args = [`${FLAG}=${YOUNG_SPACE_MB}`, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(
    process.execPath,
    [process.execPath, ...args],
    withCompiled({ ...ALLOCATOR, ...process.env }),
  );
}

/** Where a service keeps what V8 compiled of it, for its next start. */
export function compiledFolder(dataDir: string): string {
  return path.resolve(dataDir, '.compiled');
}

/**
 * Keeps the first files compiled as well, before settings are read. Reading them from source would load Node's TypeScript parser for a
 * handful of files, which takes longer than all of them. Node makes the folder, owner-only.
 */
function withCompiled(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (process.argv[2] !== 'serve' || process.argv.length !== 3) return environment;
  const folder = compiledFolder(environment.DATA_DIR?.trim() || './.data');
  return { NODE_COMPILE_CACHE: folder, ...environment };
}
