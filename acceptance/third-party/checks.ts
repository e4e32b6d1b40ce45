import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { signedHeaders, toSecret } from '../../src/webhooks/delivery/signature.ts';
import { findFreePort } from '../../test/support/free-port.ts';
import type { Demo } from './demo.ts';
import { CACHE, commandOf, run, type Tool } from './tools.ts';

interface Given extends Demo {
  /** The path of a file with the API document. */
  readonly document: string;
  /** The folder for a program's output. */
  readonly folder: string;
}

/**
 * The check with each program. Returns a description of the result. Throws with the program's output if the
 * program reports a fault.
 */
export const CHECKS: Readonly<Record<Tool, (given: Given) => Promise<string>>> = {
  async redocly({ document, folder }) {
    const config = path.join(folder, 'redocly.yaml');
    writeFileSync(config, 'extends: [recommended]\nrules:\n  no-server-example.com: off\n');
    await run(commandOf('redocly'), ['lint', document, '--config', config, '--format', 'summary']);
    return 'no error';
  },
  async spectral({ document, folder }) {
    const rules = path.join(folder, 'spectral.yaml');
    writeFileSync(rules, 'extends: ["spectral:oas"]\n');
    await run(commandOf('spectral'), ['lint', document, '-r', rules, '--fail-severity', 'error', '--quiet']);
    return 'no error';
  },
  async prism(given) {
    return withPrism(given, async (proxy) => {
      const paths = [
        '/api/vendors?q=taco',
        '/api/vendors?limit=0',
        '/api/v1/decision?license_number=MFD5890001',
        '/api/v1/coverage',
        '/api/v1/changes?limit=3',
        '/api/v1/events',
        '/api/v1/applications',

        '/api/v1/events?fields=id,name',
        '/api/v1/applications?fields=id,status',
        '/api/v1/stats/florida',
        '/api/v1/decision?license_number=MFD5890001&fields=verdict',
        '/api/v1/methodology',
      ];
      const refused: string[] = [];
      for (const address of paths) {
        const answer = await fetch(`${proxy}${address}`, {
          headers: { authorization: `Bearer ${given.apiKey}` },
        });
        const violations = answer.headers.get('sl-violations');
        if (violations?.includes('"location":["response"'))
          refused.push(`${address}: ${violations.slice(0, 400)}`);
        await answer.arrayBuffer();
      }
      if (refused.length > 0) throw new Error(refused.join('\n'));
      return `${paths.length} answers as the document says`;
    });
  },
  async newman({ baseUrl, folder }) {
    const file = path.join(folder, 'collection.json');
    writeFileSync(file, await (await fetch(`${baseUrl}/docs/collection.json`)).text());
    for (const _ of [1, 2]) await run(commandOf('newman'), ['run', file, '--color', 'off']);
    return 'the collection twice, no failure';
  },
  async 'openapi-typescript'({ document, folder }) {
    await run(commandOf('openapi-typescript'), [document, '-o', path.join(folder, 'types.d.ts')]);
    return `${readFileSync(path.join(folder, 'types.d.ts'), 'utf8').length} characters of types`;
  },
  async 'openapi-ts'({ document, folder }) {
    await run(commandOf('openapi-ts'), [
      '-i',
      document,
      '-o',
      path.join(folder, 'hey-api'),
      '-c',
      '@hey-api/client-fetch',
    ]);
    return 'a client';
  },
  async orval({ document, folder }) {
    await run(commandOf('orval'), ['--input', document, '--output', path.join(folder, 'orval.ts')]);
    return 'a client';
  },
  async 'mcp-inspector'({ baseUrl }) {
    const args = ['--cli', `${baseUrl}/mcp`, '--transport', 'http', '--method'];
    const listed = await run(commandOf('mcp-inspector'), [...args, 'tools/list']);
    const call = ['tools/call', '--tool-name', 'decide', '--tool-arg', 'license_number=5890001'];
    const decided = await run(commandOf('mcp-inspector'), [...args, ...call]);
    if (!decided.includes('CLEAR')) throw new Error(decided.slice(0, 1_000));
    return `${JSON.parse(listed).tools.length} tools, one called`;
  },
  async svix() {
    const secret = toSecret(Buffer.alloc(32, 7));
    const body = '{"type":"webhook.test"}';
    const headers = signedHeaders({ id: 'msg_1', body }, [secret], new Date());
    const { Webhook } = createRequire(path.join(CACHE, 'package.json'))('svix');
    new Webhook(secret).verify(body, headers);
    return 'a signed message is verified';
  },
  async duckdb({ baseUrl, folder }) {
    const { DuckDBInstance } = await import(
      pathToFileURL(createRequire(path.join(CACHE, 'package.json')).resolve('@duckdb/node-api')).href
    );
    const counts: string[] = [];
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    for (const ending of ['csv.gz', 'parquet', 'ndjson.gz']) {
      const file = path.join(folder, `vendors.${ending}`);
      const answer = await fetch(`${baseUrl}/data/latest/vendors.${ending}`);
      writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
      const reader = await connection.runAndReadAll(`select count(vendor_id) from '${file}'`);
      counts.push(String(reader.getRows()[0]?.[0]));
    }
    if (new Set(counts).size !== 1 || counts[0] === '0') throw new Error(`rows: ${counts.join(', ')}`);
    return `${counts[0]} vendors in each of three formats`;
  },
  async python({ baseUrl }) {
    const program = `
import csv, gzip, io, urllib.request
def read(url):
    return urllib.request.urlopen('${baseUrl}' + url).read()
plain = list(csv.DictReader(io.StringIO(read('/data/latest/vendors.csv').decode())))
packed = list(csv.DictReader(io.TextIOWrapper(io.BytesIO(gzip.decompress(read('/data/latest/vendors.csv.gz'))))))
found = list(csv.DictReader(io.StringIO(read('/api/vendors?format=csv').decode())))
assert plain == packed and plain[0]['vendor_id'] and found[0]['id']
print(len(plain))`;
    return `${(await run('python3', ['-c', program])).trim()} vendors by DictReader`;
  },
};

/** Runs a function with a proxy that checks requests and responses against the document. */
async function withPrism(
  { document, baseUrl }: Given,
  work: (proxy: string) => Promise<string>,
): Promise<string> {
  const port = await findFreePort();
  const child = spawn(
    commandOf('prism'),
    ['proxy', document, baseUrl, '-p', String(port), '-h', '127.0.0.1'],
    {
      cwd: CACHE,
      stdio: 'ignore',
    },
  );
  try {
    for (let tries = 0; tries < 100; tries++) {
      if (
        await fetch(`http://127.0.0.1:${port}/healthz`).then(
          () => true,
          () => false,
        )
      )
        break;
      await wait(200);
    }
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    child.kill();
  }
}
