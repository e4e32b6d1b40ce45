import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from '../platform/log.ts';
import { Connections } from './connections.ts';
import type { Stamp } from './deprecation.ts';
import { answerError } from './error-answers.ts';
import { AppError } from './errors.ts';
import { type CheckHost, createHostCheck } from './host.ts';
import { answerOtherMethods, METHODS } from './other-methods.ts';
import { addRateLimits, type CounterFactory } from './rate-limits.ts';
import { createValidatorCompiler } from './validation.ts';

/** Longest address: a receipt of 8 KiB in a query fits. */
const URL_LENGTH_MAX = 10_240;
const BODY_BYTES_MAX = 64 * 1024;
/** Browsers that have been here over HTTPS do not come back without it for so long, seconds. */
const HTTPS_FOR_SECONDS = 31_536_000;
/** Load balancers ask these under names of their own. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const KNOWN_METHODS: ReadonlySet<string> = new Set(METHODS);
/** What is accepted anywhere at all. */
const ALLOW = 'GET, HEAD, OPTIONS, POST';

interface ServerOptions {
  readonly logger: Logger;
  /** The public address: the name that requests are made under, and whether it is encrypted. */
  readonly baseUrl?: string;
  readonly trustProxy: readonly string[];
  readonly makeCounter: CounterFactory;
  /** Called for every answer, also those that no hook sees. */
  readonly stamp?: Stamp;
  /** Adds every route, each group in a context of its own. */
  readonly routes: (app: FastifyInstance) => void;
}

/** The HTTP server, knowing no feature: request ids, error answers, limits of size, other methods. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { logger, baseUrl = 'http://localhost', trustProxy, routes, stamp = () => undefined } = options;
  const connections = new Connections();
  const app: FastifyInstance = Fastify({
    serverFactory: (answer) => connections.createServer(answer),
    clientErrorHandler: (error, socket) => connections.onClientError(error, socket),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_BYTES_MAX,
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
  const checkHost = createHostCheck(baseUrl);
  const isEncrypted = baseUrl.startsWith('https:');
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cross-origin-resource-policy', 'same-origin');
    if (isEncrypted) reply.header('strict-transport-security', `max-age=${HTTPS_FOR_SECONDS}`);
    done(problemOf(request, checkHost));
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

/** What is wrong with any request, whatever it asks for; undefined when nothing is. */
function problemOf(request: FastifyRequest, checkHost: CheckHost): AppError | undefined {
  const { method, headers, raw } = request;
  if ((raw.url?.length ?? 0) > URL_LENGTH_MAX)
    return new AppError('url_too_long', `The address is longer than ${URL_LENGTH_MAX} characters.`);
  const wrongHost = checkHost(raw.rawHeaders, raw.httpVersion);
  if (wrongHost && !(wrongHost.code === 'wrong_host' && PROBES.has(request.url))) return wrongHost;
  if (headers.expect !== undefined && !/^100-continue(?:, *100-continue)*$/i.test(headers.expect))
    return new AppError('expectation_failed', 'The only expectation that can be met is 100-continue.');
  if (!KNOWN_METHODS.has(method))
    return new AppError(
      'method_not_allowed',
      `${method} is not possible anywhere here. Accepted: ${ALLOW}.`,
      {
        headers: { allow: ALLOW },
      },
    );
  // Before the body is looked at: its type and size do not matter where nothing is.
  return request.is404 ? nothingAt(request) : undefined;
}

/** Errors met before any hook runs, a broken percent-encoding for one. */
function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('cross-origin-resource-policy', 'same-origin');
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
