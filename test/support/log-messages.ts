import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A place in the code that writes a log line. */
interface LogCall {
  /** Below `src/`. */
  readonly file: string;
  readonly level: string;
  /** As it is written; `…` where a value stands. Undefined where the message is made elsewhere. */
  readonly message: string | undefined;
}

const SOURCE = path.resolve(import.meta.dirname, '../../src');
const CALL = /(?:\blog|\blogger|#log|\blogOfProcess)\??\.(fatal|error|warn|info|debug|trace)\(/g;

/** Every call of the log in the code, found in its text. */
export function listLogCalls(): LogCall[] {
  return listFiles().flatMap(({ file, text }) =>
    [...text.matchAll(CALL)].map(({ index, 0: call, 1: level = '' }) => ({
      file,
      level,
      message: messageOf(argumentsAt(text, index + call.length)),
    })),
  );
}

/** All texts in quotes of the code, as they are written. */
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

/** The text of each argument of a call whose first one begins at `start`. */
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

/** The message is the last argument, where that is a text. */
function messageOf(given: readonly string[]): string | undefined {
  const last = given.at(-1) ?? '';
  const [, , text] = /^(['"`])([\s\S]*)\1$/.exec(last) ?? [];
  return text?.replaceAll(/\$\{[^}]*\}/g, '…').replaceAll("\\'", "'");
}
