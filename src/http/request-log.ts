import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

type Bindings = Parameters<FastifyInstance['childLoggerFactory']>[1];
type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
type Line = Parameters<FastifyBaseLogger['info']>;

/**
 * The logger for one request, which adds the request's id to each line. The underlying logger is created with
 * the first line, because most requests only log the access line, which does not need it.
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Bindings;
  #own: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Bindings) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  get level(): string {
    return this.#made().level;
  }

  set level(level: string) {
    this.#made().level = level;
  }

  child(...of: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#made().child(...of);
  }

  trace(...line: Line): void {
    this.#write('trace', line);
  }

  debug(...line: Line): void {
    this.#write('debug', line);
  }

  info(...line: Line): void {
    this.#write('info', line);
  }

  warn(...line: Line): void {
    this.#write('warn', line);
  }

  error(...line: Line): void {
    this.#write('error', line);
  }

  fatal(...line: Line): void {
    this.#write('fatal', line);
  }

  silent(...line: Line): void {
    this.#write('silent', line);
  }

  #write(level: Level, line: Line): void {
    this.#made()[level](...line);
  }

  #made(): FastifyBaseLogger {
    this.#own ??= this.#parent.child(this.#bindings);
    return this.#own;
  }
}
