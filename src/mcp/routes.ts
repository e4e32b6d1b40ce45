import type { Server } from '@modelcontextprotocol/server';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { answerError, errorFields } from '../http/errors/error-answers.ts';
import { AppError, type ErrorCode } from '../http/errors/errors.ts';
import type { Ask } from './ask-service.ts';
import type { RecordKeeper } from './tool-servers.ts';

interface McpRoutesOptions {
  readonly keeper: RecordKeeper;
  readonly version: string;
  readonly baseUrl: string;
  /** Returns the API document; called when every route is known. */
  readonly readDocument: () => unknown;
  readonly limits: { readonly MCP: number };
}

/** As large as the largest body of the API, plus the envelope of a message. */
const BODY_BYTES_MAX = 164 * 1024;
/** Codes of JSON-RPC: not JSON, not a message, and for everything else an internal error. */
const CODES: Partial<Record<ErrorCode, number>> = { invalid_body: -32700, malformed_request: -32600 };
const SERVER_ERROR = -32000;

/**
 * The Model Context Protocol over streamable HTTP, without sessions: each POST has one message and one
 * answer, and no state is kept between them. A tool calls this service's API as the sender of the message:
 * with its address, its key and its limits. The protocol's library is loaded with the first message.
 */
export const mcpRoutes: FastifyPluginAsync<McpRoutesOptions> = async (app, options) => {
  const { baseUrl, readDocument, limits } = options;
  let makeServer: ((ask: Ask) => Server) | undefined;
  app.setErrorHandler((error: Error, request, reply) => answerError(error, request, reply, asJsonRpc));
  app.addHook('onRequest', async ({ headers }) => refuseOtherOrigins(headers.origin, baseUrl));
  for (const hook of app.rateLimit({ name: 'mcp', perMinute: limits.MCP })) app.addHook('onRequest', hook);

  // People who type the address often end it with a slash.
  for (const url of ['/mcp', '/mcp/'])
    app.post(url, { bodyLimit: BODY_BYTES_MAX, schema: { hide: true } }, answerMessage);

  async function answerMessage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { createMcpHandler } = await import('@modelcontextprotocol/server');
    const { createMcpServers } = await import('./tool-servers.ts');
    makeServer ??= createMcpServers({ ...options, document: readDocument() });
    if (Array.isArray(request.body))
      throw new AppError(
        'malformed_request',
        'Send one message with each request: batches are not supported.',
      );
    const server = makeServer;
    const handler = createMcpHandler(() => server(askAs(request)), {
      // Nothing is announced to subscribers here, so no connection stays open for them.
      maxSubscriptions: 0,
      onerror: (error) => request.log.debug({ err: error }, 'an MCP message was refused'),
    });
    const answer = await handler.fetch(toWebRequest(request, baseUrl), { parsedBody: request.body });
    reply.code(answer.status).headers(Object.fromEntries(answer.headers)).header('cache-control', 'no-store');
    return reply.send(Buffer.from(await answer.arrayBuffer()));
  }

  /** Calls the API of this process; the limits count the client, and the log has a line for each request. */
  function askAs({ raw, headers }: FastifyRequest): Ask {
    const remoteAddress = raw.socket.remoteAddress;
    const passed = {
      host: new URL(baseUrl).host,
      ...only(headers, ['authorization', 'x-forwarded-for']),
    };
    return async ({ method, url, body }) => {
      const answer = await app.inject({
        method,
        url,
        headers: passed,
        ...(remoteAddress === undefined ? {} : { remoteAddress }),
        ...(body ? { payload: body } : {}),
      });
      return { status: answer.statusCode, headers: answer.headers, text: answer.body };
    };
  }
};

/**
 * A page of another site must not talk to a service on its reader's own machine. The protocol requires this
 * check; the check of Host comes before it. Programs send no Origin.
 */
async function refuseOtherOrigins(origin: string | undefined, baseUrl: string): Promise<void> {
  if (origin === undefined) return;
  const { localhostAllowedOrigins } = await import('@modelcontextprotocol/server');
  const hostname = URL.canParse(origin) ? new URL(origin).hostname : '';
  if (![...localhostAllowedOrigins(), new URL(baseUrl).hostname].includes(hostname))
    throw new AppError('forbidden_origin', 'Pages of another site may not use this address.');
}

/** The protocol's library takes requests in the form of browsers; the parsed body is passed separately. */
function toWebRequest({ headers }: FastifyRequest, baseUrl: string): Request {
  const names = [
    'accept',
    'content-type',
    'mcp-protocol-version',
    'mcp-method',
    'mcp-name',
    'mcp-session-id',
  ];
  return new Request(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: { ...only(headers, names), accept: acceptedBoth(headers.accept) },
  });
}

/** The protocol requires both types by name; a client that accepts anything accepts both. */
function acceptedBoth(accept = '*/*'): string {
  return accept.includes('*/*') ? 'application/json, text/event-stream' : accept;
}

function only(headers: FastifyRequest['headers'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

function asJsonRpc(error: AppError): string {
  const { message, ...data } = errorFields(error);
  const code = CODES[error.code] ?? SERVER_ERROR;
  return JSON.stringify({ jsonrpc: '2.0', error: { code, message, data }, id: null });
}
