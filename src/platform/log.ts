import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino } from 'pino';

export type Logger = FastifyBaseLogger;

/** Structured lines on standard output; nothing secret is ever handed to it, and these paths are struck out anyway. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.authorization', '*.password', '*.secret', '*.cookie', 'req.headers'],
  };
  return destination ? pino(options, destination) : pino(options);
}
