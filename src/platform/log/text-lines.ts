import type { DestinationStream } from 'pino';
import { markUnseen } from '../../lib/text/text.ts';

/** `auto`: text in a terminal, JSON lines elsewhere. */
type LogFormat = 'auto' | 'json' | 'text';

/**
 * Returns a stream that writes human-readable lines, or undefined for JSON lines, which are the default if
 * the output is not a terminal.
 */
export function destinationFor(
  format: LogFormat,
  output: { readonly isTTY?: boolean; write(text: string): unknown } = process.stdout,
): DestinationStream | undefined {
  const isText = format === 'text' || (format === 'auto' && output.isTTY === true);
  return isText ? { write: (line) => void output.write(toText(line)) } : undefined;
}

const WARN = 40;
const ERROR = 50;

/**
 * Turns a JSON line into the time of day, the message and its fields, with the stack of an error below. Input
 * from a stranger must not move the cursor or color the terminal.
 */
function toText(line: string): string {
  const { level, time, msg, reqId: _reqId, err, ...fields } = parseLine(line);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const severity = level >= ERROR ? 'ERROR ' : level >= WARN ? 'WARNING ' : '';
  const text = msg === 'request' ? requestText(fields) : [msg ?? '', ...fieldTexts(fields)].join('  ');
  const stack = isRecord(err) ? errorLines(err) : [];
  return `${[`${clock} ${severity}${text}`, ...stack.map((each) => `  ${each}`)].map(markUnseen).join('\n')}\n`;
}

/** Formats an error, its stack and its causes. */
function errorLines({ type, message, stack, cause }: Readonly<Record<string, unknown>>): string[] {
  const own = [`${String(type)}: ${String(message)}`, ...String(stack ?? '').split('\n')];
  return [...own.filter((line) => line !== ''), ...(isRecord(cause) ? errorLines(cause) : [])];
}

function requestText({ method, path, status, ms }: Readonly<Record<string, unknown>>): string {
  return `${String(method)} ${String(path)} ${String(status)}  ${Math.round(Number(ms))} ms`;
}

/** Lists the fields. Nested fields are shown like other fields; empty and zero values are left out. */
function fieldTexts(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (isEmpty(value)) return [];
    if (isRecord(value)) return fieldTexts(value);
    return `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  });
}

function isEmpty(value: unknown): boolean {
  return value === null || value === 0 || value === '' || (Array.isArray(value) && value.length === 0);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a line; the logger only writes lines of this form. */
function parseLine(line: string) {
  return JSON.parse(line) as {
    readonly level: number;
    readonly time: string;
    readonly msg?: string;
    readonly [field: string]: unknown;
  };
}
