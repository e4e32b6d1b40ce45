import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from '../platform/log.ts';
import type { Stamp } from './deprecation.ts';
import { answerError } from './error-answers.ts';
import { AppError } from './errors.ts';
import { answerOtherMethods } from './other-methods.ts';
import { addRateLimits, type CounterFactory } from './rate-limits.ts';
import { createValidatorCompiler } from './validation.ts';

/** Longest address: a receipt of 8 KiB in a query fits. */
const URL_LENGTH_MAX = 10_240;
const BODY_BYTES_MAX = 64 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

export interface ServerOptions {
  readonly logger: Logger;
  readonly trustProxy: readonly string[];
  readonly makeCounter: CounterFactory;
  /** Called for every answer, also those that no hook sees. */
  readonly stamp?: Stamp;
  /** Adds every route, each group in a context of its own. */
  readonly routes: (app: FastifyInstance) => void;
}

/** The HTTP server, knowing no feature: request ids, error answers, limits of size, other methods. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { logger, trustProxy, routes, stamp = () => undefined } = options;
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      const answer = () => answerFrameworkError(error, request, reply);
      const stamped = stamp(request, reply);
      if (stamped) void stamped.then(answer);
      else answer();
    },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    const tooLong = (request.raw.url?.length ?? 0) > URL_LENGTH_MAX;
    done(
      tooLong
        ? new AppError('url_too_long', `The address is longer than ${URL_LENGTH_MAX} characters.`)
        : undefined,
    );
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const stamped = stamp(request, reply);
    if (stamped) stamped.then(() => done(), done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(accessLine(request.method, request.url, reply.statusCode, reply.elapsedTime), 'request');
    done();
  });
  app.setValidatorCompiler(createValidatorCompiler());
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request) => {
    throw nothingAt(request);
  });
  addRateLimits(app, options.makeCounter);
  const otherMethods = answerOtherMethods(app);
  routes(app);
  app.after(() => otherMethods.finish());
  await app.ready();
  return app;
}

/** Errors met before any hook runs, a broken percent-encoding for one. */
function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
  // No id is that long, so nothing has it.
  const isTooLongForAnId = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  answerError(isTooLongForAnId ? nothingAt(request) : error, request, reply);
}

function nothingAt({ url }: FastifyRequest): AppError {
  return new AppError('not_found', `There is nothing at ${url.split('?')[0]?.slice(0, 100)}.`);
}

/** Without the query: it may hold a receipt or what somebody searched for. */
function accessLine(method: string, url: string, status: number, milliseconds: number) {
  return { method, path: url.split('?')[0], status, ms: Math.round(milliseconds * 10) / 10 };
}
