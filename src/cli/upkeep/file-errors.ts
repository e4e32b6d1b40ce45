/**
 * Explains system errors about a command's file in plain words. An error code and the name of a system call
 * do not help the user.
 */

type Words = Readonly<Record<string, (file: string) => string>>;

const WRITING: Words = {
  EEXIST: (file) => `${file} is there already. Nothing was written.`,
  ENOENT: (file) => `The folder of ${file} is not there. Nothing was written.`,
  ENOTDIR: (file) => `The folder of ${file} is a file. Nothing was written.`,
  EACCES: (file) => `This account may not write ${file}.`,
  EPERM: (file) => `This account may not write ${file}.`,
  EROFS: (file) => `${file} is on a disk that cannot be written.`,
};

const READING: Words = {
  ENOENT: (file) => `${file} is not there.`,
  ENOTDIR: (file) => `${file} is not there.`,
  EACCES: (file) => `This account may not read ${file}.`,
  EPERM: (file) => `This account may not read ${file}.`,
  EISDIR: (file) => `${file} is a folder, not a file.`,
};

/** Explains why a new file could not be created. Returns any other error unchanged. */
export function explainWriting(error: unknown, file: string): unknown {
  return explain(error, file, WRITING);
}

export function explainReading(error: unknown, file: string): unknown {
  return explain(error, file, READING);
}

function explain(error: unknown, file: string, words: Words): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const say = words[code];
  // The original error is not attached as the cause, because it would be printed after the sentence.
  return say === undefined ? error : new Error(say(file));
}
