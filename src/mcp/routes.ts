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
  /** Returns the API document. Called only after all routes are registered. */
  readonly readDocument: () => unknown;
  readonly limits: { readonly MCP: number };
}

/** The size of the largest API request body, plus room for the message around it. */
const BODY_BYTES_MAX = 164 * 1024;
/** JSON-RPC error codes for invalid JSON and invalid messages. Everything else is an internal error. */
const CODES: Partial<Record<ErrorCode, number>> = { invalid_body: -32700, malformed_request: -32600 };
const SERVER_ERROR = -32000;

/**
 * Serves the Model Context Protocol over streamable HTTP, without sessions. Each POST carries one message and
 * gets one response, and no state is kept between messages. A tool calls this service's API on behalf of the
 * message's sender, with the sender's IP address, key and rate limits. The protocol library is loaded when
 * the first message arrives.
 */
export const mcpRoutes: FastifyPluginAsync<McpRoutesOptions> = async (app, options) => {
  const { baseUrl, readDocument, limits } = options;
  let makeServer: ((ask: Ask) => Server) | undefined;
  app.setErrorHandler((error: Error, request, reply) => answerError(error, request, reply, asJsonRpc));
  app.addHook('onRequest', async ({ headers }) => refuseOtherOrigins(headers.origin, baseUrl));
  for (const hook of app.rateLimit({ name: 'mcp', perMinute: limits.MCP })) app.addHook('onRequest', hook);

  // People who type the URL often add a trailing slash.
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
      // There are no notifications to subscribe to, so no connection needs to stay open.
      maxSubscriptions: 0,
      onerror: (error) => request.log.debug({ err: error }, 'rejected an MCP message'),
    });
    const answer = await handler.fetch(toWebRequest(request, baseUrl), { parsedBody: request.body });
    reply.code(answer.status).headers(Object.fromEntries(answer.headers)).header('cache-control', 'no-store');
    return reply.send(Buffer.from(await answer.arrayBuffer()));
  }

  /** Calls this process's API. Rate limits apply to the original client, and each request is logged. */
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
 * Rejects requests from pages on other sites, so that they cannot reach a service on the reader's own
 * machine. The protocol requires this check, which runs after the Host check. Clients other than browsers do
 * not send an Origin header.
 */
async function refuseOtherOrigins(origin: string | undefined, baseUrl: string): Promise<void> {
  if (origin === undefined) return;
  const { localhostAllowedOrigins } = await import('@modelcontextprotocol/server');
  const hostname = URL.canParse(origin) ? new URL(origin).hostname : '';
  if (![...localhostAllowedOrigins(), new URL(baseUrl).hostname].includes(hostname))
    throw new AppError('forbidden_origin', 'Pages of another site may not use this address.');
}

/**
 * Converts a request to the web-standard form that the protocol library expects. The parsed body is passed
 * separately.
 */
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

/**
 * Returns the Accept header, with both types listed if the client accepts anything. The protocol requires
 * both.
 */
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
