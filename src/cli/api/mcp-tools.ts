import packageJson from '../../../package.json' with { type: 'json' };
import { openSessionSecret } from '../../accounts/sessions/session-secret-service.ts';
import { buildApp } from '../../compose/app.ts';
import type { Config } from '../../config.ts';
import { openReceiptKeys } from '../../decisions/receipts/service.ts';
import { type Ask, askService } from '../../mcp/ask-service.ts';
import { createMcpServers } from '../../mcp/tool-servers.ts';
import { createLogger } from '../../platform/log/log.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { openCurrentLedger } from '../upkeep/ledger-commands.ts';

interface OpenTools {
  readonly makeServer: ReturnType<typeof createMcpServers>;
  readonly ask: Ask;
  readonly close: () => Promise<void>;
}

/** Standard output belongs to the protocol, so logs go to standard error. */
const STANDARD_ERROR = { write: (line: string) => void process.stderr.write(line) };

/** Opens the tools on the local database. The API runs inside this process and does not listen on a port. */
export async function openLocalTools(config: Config): Promise<OpenTools> {
  const ledger = await openCurrentLedger(config);
  try {
    const { receiptKeysFile: named, dataDir } = config;
    const keys = await openReceiptKeys(ledger.db, { named, dataDir, now: new Date() });
    const sessionSecret = openSessionSecret({ named: config.sessionSecretFile, dataDir });
    const logger = createLogger(config.logLevel, STANDARD_ERROR);
    const { server } = await buildApp({ config, ledger, keys, sessionSecret, logger });
    const { host } = new URL(config.baseUrl);
    return {
      makeServer: makeServersOf(server.swagger()),
      ask: async ({ method, url, body }) => {
        const answer = await server.inject({
          method,
          url,
          headers: { host },
          ...(body ? { payload: body } : {}),
        });
        return { status: answer.statusCode, headers: answer.headers, text: answer.body };
      },
      close: async () => {
        await server.close();
        await ledger.close();
      },
    };
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

/** Opens the tools on a running service, using the schemas that the service publishes. */
export async function openServiceTools(baseUrl: string, apiKey: string | undefined): Promise<OpenTools> {
  const ask = askService(baseUrl, apiKey);
  const answer = await ask({ method: 'GET', url: '/openapi.json' });
  if (answer.status !== 200) throw new Error(`${baseUrl}/openapi.json answered ${answer.status}.`);
  return { makeServer: makeServersOf(JSON.parse(answer.text)), ask, close: async () => {} };
}

function makeServersOf(document: unknown) {
  return createMcpServers({ keeper: REGULATOR, version: packageJson.version, document });
}
