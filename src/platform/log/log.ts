import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, type LoggerOptions, pino } from 'pino';
import { safeMessage, toLoggedError } from './log-error.ts';

export type Logger = FastifyBaseLogger;

/** Fastify adds the request's address, which may contain a private token, after this text. */
const SENT_TWICE = 'Reply was already sent';

/**
 * Creates a logger that writes structured lines to standard output. Callers never pass secrets; as an extra
 * precaution, these paths are redacted. Errors are logged as `err`, without the values that databases and
 * parsers repeat.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // The upload library logs the request's headers, cookies included, at level `trace`.
    redact: [
      '*.authorization',
      '*.password',
      '*.secret',
      '*.cookie',
      'req.headers',
      'req.url',
      'busboyOptions.headers',
    ],
    serializers: { err: toLoggedError },
    hooks: {
      logMethod(args, method) {
        const [first, text]: readonly unknown[] = args;
        const error = errorIn(first);
        // A line without its own text would contain the error's message, including values.
        if (error && (text === undefined || text === error.message))
          method.call(this, first, safeMessage(error));
        else if (typeof first === 'string' && first.startsWith(SENT_TWICE)) method.call(this, SENT_TWICE);
        else method.apply(this, args);
      },
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

function errorIn(logged: unknown): Error | undefined {
  if (logged instanceof Error) return logged;
  const err = typeof logged === 'object' && logged !== null && 'err' in logged ? logged.err : undefined;
  return err instanceof Error ? err : undefined;
}
