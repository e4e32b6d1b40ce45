import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { FastifyInstance } from 'fastify';

/** The two MCP protocol versions that the service must support. */
export const PROTOCOLS = ['2026-07-28', '2025-11-25'] as const;
type Protocol = (typeof PROTOCOLS)[number];

export interface ToolResult {
  readonly isError: boolean;
  /** All the text content of the response. */
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
}

export interface McpConnection {
  readonly client: Client;
  readonly call: (name: string, values?: Record<string, unknown>) => Promise<ToolResult>;
}

/**
 * Connects the official MCP client to a listening application. The client validates every response against
 * the tool's output schema.
 */
export async function connectClient(
  address: string,
  protocol: Protocol,
  headers: Record<string, string> = {},
): Promise<McpConnection> {
  const isModern = protocol === '2026-07-28';
  const client = new Client(
    { name: 'test', version: '1' },
    isModern
      ? { versionNegotiation: { mode: { pin: protocol } } }
      : { supportedProtocolVersions: [protocol] },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
  return { client, call: (name, values = {}) => callTool(client, name, values) };
}

export async function callTool(
  client: Client,
  name: string,
  values: Record<string, unknown>,
): Promise<ToolResult> {
  const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: values });
  const text = content.map((each) => (each.type === 'text' ? each.text : `[${each.type}]`)).join('\n');
  return { isError, text, structured: Object(structuredContent) };
}

/** Makes the application listen on a free local port. Returns the URL of its MCP endpoint. */
export async function listenForTools(app: FastifyInstance): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/mcp`;
}
