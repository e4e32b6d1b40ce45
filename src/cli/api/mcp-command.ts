import { once } from 'node:events';
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import type { Ask } from '../../mcp/ask-service.ts';
import { EXIT } from '../output.ts';
import type { Shell } from '../shell.ts';

/**
 * The environment variable that holds the API key for a remote service. Other users of the machine could see
 * a key on the command line.
 */
const KEY_VARIABLE = 'VENDOR_COMPLIANCE_KEY';

/** Adds `mcp`: tools for agents over standard input and output. */
export function addMcpCommand(program: Command, shell: Shell, result: { exitCode: number }): void {
  program
    .command('mcp')
    .description(
      'tools for agents (Model Context Protocol) over standard input and output, from the database here, until input ends',
    )
    .option(
      '--service <url>',
      `ask a running service instead; with the API key in ${KEY_VARIABLE}, if it is set`,
      serviceOption,
    )
    .action(async ({ service }: { service?: string }) => {
      const { openLocalTools, openServiceTools } = await import('./mcp-tools.ts');
      const tools =
        service === undefined
          ? await openLocalTools(loadConfig(shell.environment))
          : await openServiceTools(service, shell.environment[KEY_VARIABLE]);
      const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
      const asked = new Set<Promise<unknown>>();
      const ask: Ask = (request) => {
        const answer = tools.ask(request).finally(() => asked.delete(answer));
        asked.add(answer);
        return answer;
      };
      const handle = serveStdio(() => tools.makeServer(ask), {
        maxSubscriptions: 0,
        onerror: (error) => process.stderr.write(`${error.message}\n`),
      });
      const stopped = new AbortController();
      const end = { signal: stopped.signal };
      await Promise.race([
        once(process.stdin, 'close', end),
        once(process, 'SIGTERM', end),
        once(process, 'SIGINT', end),
      ]);
      stopped.abort();
      await handle.close();
      // Waits for the current decisions to be filed before the database closes.
      await Promise.allSettled(asked);
      await tools.close();
      result.exitCode = EXIT.done;
    });
}

function serviceOption(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new Error(`--service takes an http or https address without query, not ${JSON.stringify(text)}.`);
  return url.href.replace(/\/+$/, '');
}
