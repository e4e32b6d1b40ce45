import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A call in the source code that writes a log line. */
interface LogCall {
  /** The file's path relative to `src/`. */
  readonly file: string;
  readonly level: string;
  /**
   * The message as written, with `…` in place of each interpolated value. Undefined if the message is built
   * elsewhere.
   */
  readonly message: string | undefined;
}

const SOURCE = path.resolve(import.meta.dirname, '../../src');
const CALL = /(?:\blog|\blogger|#log|\blogOfProcess)\??\.(fatal|error|warn|info|debug|trace)\(/g;

/** Lists every logging call in the source code. */
export function listLogCalls(): LogCall[] {
  return listFiles().flatMap(({ file, text }) =>
    [...text.matchAll(CALL)].map(({ index, 0: call, 1: level = '' }) => ({
      file,
      level,
      message: messageOf(argumentsAt(text, index + call.length)),
    })),
  );
}

/** Returns the source code, without its tests, as one string. */
export function readSource(): string {
  return listFiles()
    .map(({ text }) => text)
    .join('\n');
}

function listFiles(): { file: string; text: string }[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(SOURCE, file), 'utf8') }));
}

/** Returns the source text of each argument of a call whose first argument starts at `start`. */
function argumentsAt(text: string, start: number): string[] {
  const parts = [''];
  let depth = 0;
  let quote = '';
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote === '' && depth === 0 && character === ')') break;
    if (quote === '' && depth === 0 && character === ',') parts.push('');
    else parts[parts.length - 1] += character;
    if (quote !== '') {
      if (character === '\\') parts[parts.length - 1] += text[++at] ?? '';
      else if (character === quote) quote = '';
    } else if (`'"\``.includes(character)) quote = character;
    else if ('({['.includes(character)) depth += 1;
    else if (')}]'.includes(character)) depth -= 1;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Returns the log message: the last argument, if it is a string literal. */
function messageOf(given: readonly string[]): string | undefined {
  const last = given.at(-1) ?? '';
  const [, , text] = /^(['"`])([\s\S]*)\1$/.exec(last) ?? [];
  return text?.replaceAll(/\$\{[^}]*\}/g, '…').replaceAll("\\'", "'");
}
