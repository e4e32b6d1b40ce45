import { randomUUID } from 'node:crypto';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { inEach } from '../lib/language/language.ts';
import { cutText } from '../lib/text/cut-text.ts';
import type { Logger } from '../platform/log/log.ts';
import type { Recorder } from '../platform/telemetry-recorder.ts';
import { addCompression } from './compression/compression.ts';
import type { Stamp } from './deprecation.ts';
import { answerError } from './errors/error-answers.ts';
import { AppError } from './errors/errors.ts';
import { addLanguages, withoutLanguage } from './input/choose-language.ts';
import { collectPaths, findNearestPath } from './input/nearest-path.ts';
import { answerOtherMethods, METHODS } from './input/other-methods.ts';
import { checkParameterNames } from './input/parameter-names.ts';
import { createValidatorCompiler } from './input/validation.ts';
import { Connections } from './limits/connections.ts';
import { limitOpenBodies } from './limits/open-bodies.ts';
import { addRateLimits, type CounterFactory } from './limits/rate-limits.ts';
import { HTTP } from './messages.ts';
import { readForwardedAddresses } from './proxy/client-address.ts';
import { type CheckHost, createHostCheck } from './proxy/host.ts';
import { type Forwarded, watchForwarded } from './proxy/watch-forwarded.ts';
import { RequestLog } from './request-log.ts';
import { recordRequests, recordUnrouted } from './request-metrics.ts';

/** The maximum URL length, which is enough for a query with an 8 KiB receipt. */
const URL_LENGTH_MAX = 10_240;
const BODY_BYTES_MAX = 64 * 1024;
/** The time for which browsers that have connected over HTTPS refuse to use plain HTTP, in seconds. */
const HTTPS_FOR_SECONDS = 31_536_000;
/** Paths that load balancers may request with another host name. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const KNOWN_METHODS: ReadonlySet<string> = new Set(METHODS);
const FOR_PROGRAMS = /^\/(?:api|webhooks)\b|^\/openapi\.json|^\/assets\b/;
/** The `Allow` header for a method that no route supports. */
const ALLOW = 'GET, HEAD, OPTIONS, POST';

interface ServerOptions {
  readonly logger: Logger;
  /** The public address. It determines the accepted Host header and whether browsers must use https. */
  readonly baseUrl?: string;
  /** Makes browsers use https for every subdomain too. */
  readonly hstsSubdomains?: boolean;
  readonly trustProxy: readonly string[];
  readonly makeCounter: CounterFactory;
  /** Records requests and exceeded limits for metrics. */
  readonly recorder?: Recorder | undefined;
  /** Called for every response, including those that skip hooks. */
  readonly stamp?: Stamp;
  /** Sends error pages outside page contexts, such as at an unknown address. */
  readonly answerPage?: typeof answerError;
  /** Adds every route, each group in its own context. */
  readonly routes: (app: FastifyInstance, forwarded: () => Forwarded) => void;
}

/**
 * Fastify's own serializers, each built when it is first used. Building all of them would take a tenth of the
 * startup time, and most responses are text that does not need one.
 */
const buildSerializersLate: ReturnType<typeof SerializerSelector> = (externalSchemas, options) => {
  const compile = select(externalSchemas, options);
  return (route) => {
    let write: ReturnType<typeof compile> | undefined;
    return (data: unknown) => {
      write ??= compile(route);
      return write(data);
    };
  };
};

const select = SerializerSelector();

/** Builds the HTTP server: request ids, error responses, limits, and the features that `routes` adds. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { logger, baseUrl = 'http://localhost', trustProxy, routes, stamp = () => undefined } = options;
  const { answerPage = answerError } = options;
  const answer: typeof answerError = (error, request, reply) =>
    (isForReaders(request) ? answerPage : answerError)(error, request, reply);
  const connections = new Connections();
  const app: FastifyInstance = Fastify({
    serverFactory: (answer) => connections.createServer(answer),
    clientErrorHandler: (error, socket) => connections.onClientError(error, socket),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (parent, bindings) => new RequestLog(parent, bindings),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_BYTES_MAX,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    forceCloseConnections: 'idle',
    rewriteUrl: withoutLanguage,
    frameworkErrors: (error, request, reply) => {
      recordUnrouted(options.recorder, request, reply);
      const answerIt = () => answerFrameworkError(error, request, reply, answer);
      const stamped = stamp(request, reply);
      if (stamped) void stamped.then(answerIt);
      else answerIt();
    },
    schemaController: { compilersFactory: { buildSerializer: buildSerializersLate } },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
  });
  app.decorate('baseUrl', baseUrl);
  const paths = collectPaths(app);
  const words = collectWords(app);
  const checkHost = createHostCheck(baseUrl);
  const isEncrypted = baseUrl.startsWith('https:');
  const hsts = `max-age=${HTTPS_FOR_SECONDS}${options.hstsSubdomains ? '; includeSubDomains' : ''}`;
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cross-origin-resource-policy', 'same-origin');
    if (isEncrypted) reply.header('strict-transport-security', hsts);
    done(problemOf(request, checkHost, paths));
  });
  if (trustProxy.length > 0) readForwardedAddresses(app);
  const forwarded = watchForwarded(app);
  limitOpenBodies(app, options.recorder);
  addLanguages(app);
  addCompression(app);
  app.addHook('onSend', (request, reply, _payload, done) => {
    const stamped = stamp(request, reply);
    if (stamped) stamped.then(() => done(), done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    logger.info(accessLine(request, reply, words), 'request');
    done();
  });
  recordRequests(app, options.recorder);
  // With this parser removed, a text body is rejected because of its type instead of being read as a field.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(createValidatorCompiler());
  app.setErrorHandler(answer);
  app.setNotFoundHandler((request) => {
    throw nothingAt(request, paths);
  });
  checkParameterNames(app);
  addRateLimits(app, options.makeCounter, options.recorder);
  const otherMethods = answerOtherMethods(app);
  routes(app, forwarded);
  app.after(() => otherMethods.finish());
  await app.ready();
  return app;
}

/** Returns the problem with a request on any route; undefined if there is none. */
function problemOf(
  request: FastifyRequest,
  checkHost: CheckHost,
  paths: ReadonlySet<string>,
): AppError | undefined {
  const { method, headers, raw } = request;
  if ((raw.url?.length ?? 0) > URL_LENGTH_MAX)
    return new AppError('url_too_long', `The address is longer than ${URL_LENGTH_MAX} characters.`, {
      forPeople: inEach((language) => HTTP[language].addressTooLong({ max: URL_LENGTH_MAX })),
    });
  const wrongHost = checkHost(raw.rawHeaders, raw.httpVersion);
  if (wrongHost && !(wrongHost.code === 'wrong_host' && PROBES.has(request.url))) return wrongHost;
  if (headers.expect !== undefined && !/^100-continue(?:, *100-continue)*$/i.test(headers.expect))
    return new AppError('expectation_failed', 'The only expectation that can be met is 100-continue.');
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && !(coding.toLowerCase() === 'chunked' && raw.httpVersion === '1.1'))
    return new AppError(
      'malformed_request',
      'The only transfer coding that can be read is chunked, with HTTP/1.1 (RFC 9112, 6.1).',
      { headers: { connection: 'close' } },
    );
  if (!KNOWN_METHODS.has(method))
    return new AppError(
      'method_not_allowed',
      `${method} is not possible anywhere here. Accepted: ${ALLOW}.`,
      {
        headers: { allow: ALLOW },
      },
    );
  // Runs before the body is read, because the body's type and size do not matter at an unknown address.
  return request.is404 ? nothingAt(request, paths) : undefined;
}

const NO_PATHS: ReadonlySet<string> = new Set();

/** Handles errors that occur before any hook, such as invalid percent-encoding. */
function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: typeof answerError,
): void {
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('cross-origin-resource-policy', 'same-origin');
  // No id is that long, so the address matches nothing.
  const isTooLongForAnId = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  answer(isTooLongForAnId ? nothingAt(request, NO_PATHS) : error, request, reply);
}

/**
 * Returns true for a request from a browser, which prefers HTML. A program that asks for HTML at an API
 * address still expects JSON.
 */
function isForReaders({ url, headers }: FastifyRequest): boolean {
  return headers.accept?.startsWith('text/html') === true && !FOR_PROGRAMS.test(url);
}

/** Returns the 404 error, which suggests the nearest address and links to the list of all addresses. */
function nothingAt({ originalUrl, server }: FastifyRequest, paths: ReadonlySet<string>): AppError {
  const whole = originalUrl.split('?')[0] ?? '';
  const path = cutText(whole);
  const nearest = findNearestPath(whole, paths);
  const question = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  const docs = `All addresses of the API: ${server.baseUrl ?? ''}/docs`;
  return new AppError('not_found', `There is nothing at ${path}.${question} ${docs}`, {
    forPeople: inEach((language) => HTTP[language].noPage({ path: `${path}` })),
  });
}

function accessLine(
  request: FastifyRequest,
  { statusCode, elapsedTime }: FastifyReply,
  words: ReadonlySet<string>,
) {
  return {
    reqId: request.id,
    method: request.method,
    path: loggedPath(request, words),
    status: statusCode,
    ms: Math.round(elapsedTime * 10) / 10,
  };
}

/** Route parameters whose values give access to anyone who has them. */
const SECRET_PARAMETERS = /:(token|number)\b/;
/** Private tokens and receipt numbers are longer than this. */
const SHORT_PART = 7;

/**
 * Returns the path to log: without the query, which may contain a receipt or a search, and without secrets. A
 * mistyped address may contain a private token or a receipt number, so only its short parts and words from
 * our own addresses are logged.
 */
function loggedPath({ url, is404, routeOptions }: FastifyRequest, words: ReadonlySet<string>): string {
  const path = url.split('?')[0] ?? '';
  if (is404 || routeOptions.url === undefined)
    return path
      .split('/')
      .map((part) => (part.length <= SHORT_PART || words.has(part) ? part : '…'))
      .join('/');
  return SECRET_PARAMETERS.test(routeOptions.url) ? routeOptions.url : path;
}

/** Collects the fixed parts of all addresses, as routes are added. */
function collectWords(app: FastifyInstance): ReadonlySet<string> {
  const words = new Set<string>();
  app.addHook('onRoute', ({ url }) => {
    for (const part of url.split('/')) if (!part.startsWith(':')) words.add(part);
  });
  return words;
}
