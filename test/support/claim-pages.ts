import { Writable } from 'node:stream';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { countInMemory } from '../../src/http/limits/rate-limits.ts';
import { buildServer } from '../../src/http/server.ts';
import { createOperatorService } from '../../src/operators/access/service.ts';
import type { ClaimService } from '../../src/owner/claims/service.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import { operatorPages } from '../../src/web/operator/routes.ts';
import { claimPages } from '../../src/web/owner/claims/routes.ts';
import { insertAccount } from './account-rows.ts';
import { CLAIM_TIME, openClaimService } from './claimed-licenses.ts';
import type { TestDatabase } from './engines.ts';
import { insertSecondFactor } from './operators.ts';

export interface ClaimServer {
  readonly app: FastifyInstance;
  readonly claims: ClaimService;
  /** The session cookie of each account; ola is an operator with a second factor. */
  readonly accounts: Readonly<Record<'lola' | 'max' | 'ola', string>>;
  /** Returns everything logged so far. */
  readonly log: () => string;
  readonly get: (url: string, cookie?: string) => Promise<Page>;
  readonly post: (
    url: string,
    form: Record<string, string>,
    cookie?: string,
    headers?: Record<string, string>,
  ) => Promise<Page>;
}

interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Opens only the claim and operator pages. A request's cookie determines which account is signed in. */
export async function openClaimServer(database: TestDatabase, perMinute = 0): Promise<ClaimServer> {
  const claims = openClaimService(database);
  const operators = createOperatorService({ ledgerDb: database.db, now: () => CLAIM_TIME });
  const names = ['lola', 'max', 'ola'] as const;
  const [lola = '', max = '', ola = ''] = await Promise.all(
    names.map((name) => insertAccount(database.db, `${name}@events.example`)),
  );
  const accounts = { lola, max, ola };
  await operators.grant('ola@events.example');
  await insertSecondFactor(database.db, ola);
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const shared = {
    claims,
    baseUrl: 'https://vendors.example',
    limits: { ACCOUNT: perMinute, IDENTITY: 0 },
    isFictional: async () => true,
    findSession: async ({ cookie }: { cookie?: string | undefined }) => {
      const name = names.find((each) => each === cookie);
      return name && { accountId: accounts[name], name, email: `${name}@events.example`, sessionId: name };
    },
  };
  const app = await buildServer({
    logger: createLogger('trace', destination),
    trustProxy: [],
    makeCounter: countInMemory,
    routes: (server) => {
      server.register(claimPages, shared);
      const sections = [{ title: 'Replies', href: '/operator/replies', count: async () => 7 }];
      server.register(operatorPages, { ...shared, operators, sections });
    },
  });
  const ask = async (options: InjectOptions): Promise<Page> => {
    const answer = await app.inject(options);
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  };
  return {
    app,
    claims,
    accounts,
    log: () => lines.join(''),
    get: (url, cookie = 'lola') => ask({ url, headers: cookie === '' ? {} : { cookie } }),
    post: (url, form, cookie = 'lola', headers = {}) =>
      ask({
        method: 'POST',
        url,
        payload: new URLSearchParams(form).toString(),
        headers: {
          ...(cookie === '' ? {} : { cookie }),
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
      }),
  };
}

/** Encodes a form with a file upload the way a browser does. */
export function multipartForm(
  fields: Readonly<Record<string, string>>,
  file?: {
    readonly field?: string;
    readonly filename: string;
    readonly type?: string;
    readonly content: Uint8Array;
  },
): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'a-boundary-of-tests';
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  if (file) {
    const { field = 'document', filename, type = 'application/pdf', content } = file;
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`;
    parts.push(Buffer.from(head), Buffer.from(content), Buffer.from('\r\n'));
  }
  const payload = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
