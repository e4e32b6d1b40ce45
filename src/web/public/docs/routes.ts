import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { sendCacheable } from '../../../http/answers/send-cacheable.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { FOR_ANYONE, formOf, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import type { Html } from '../../kit/html.ts';
import { makeCollection } from './collection.ts';
import type { DocsExamples } from './examples.ts';
import { readExamples } from './examples-service.ts';
import type { GuideContext } from './guide.ts';
import { type ApiDocument, type Operation, readOperations } from './operations.ts';
import { renderFollowing } from './pages/changes-page.ts';
import { renderEndpoint, renderEndpoints } from './pages/endpoint-pages.ts';
import {
  type Limits,
  renderChangelog,
  renderConcepts,
  renderErrors,
  renderLimits,
} from './pages/fixed-pages.ts';
import { renderAgents, renderWebhooks } from './pages/program-pages.ts';
import { renderReceipts, type Verifier } from './pages/receipts-page.ts';
import { renderOverview, renderStart } from './pages/start-pages.ts';
import { BODY_MAX, renderTry, renderTryList, type TryForm } from './pages/try-page.ts';
import { tryRequest } from './try-service.ts';

interface DocsPagesOptions {
  /** Returns the OpenAPI document, which is complete as soon as the service is ready. */
  readonly readDocument: () => ApiDocument;
  readonly isFictional: () => Promise<boolean | undefined>;
  /** A demo organizer's API key, which is public. It works only while the records are fictional. */
  readonly demoKey: string;
  /** Finds a date with data files. Returns undefined if there are no data files yet. */
  readonly findFilesDay: () => Promise<string | undefined>;
  readonly baseUrl: string;
  readonly limits: Limits;
  readonly limit: onRequestAsyncHookHandler[];
}

const MAX_AGE_SECONDS = 3_600;
/** Percent-encoding can triple the size of a form. */
const FORM_BYTES_MAX = 3 * BODY_MAX + 20_000;

const readText = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Adds the API guide: text pages, every endpoint with examples, and forms for trying the endpoints. */
export async function docsPages(app: FastifyInstance, options: DocsPagesOptions): Promise<void> {
  const { baseUrl, limits, limit, readDocument } = options;
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl } });
  const examples = readExamples(baseUrl);
  const changelog = readText('../../../../CHANGELOG.md');
  const verifiers = listVerifiers();
  let known: readonly Operation[] | undefined;
  const operations = () => {
    known ??= readOperations(readDocument());
    return known;
  };
  const route = { schema: { hide: true }, onRequest: limit };
  /** Data files exist only for dates on which the service ran, so recorded examples do not include them. */
  const firstOf = async (context: GuideContext) => {
    const day = await options.findFilesDay();
    return (operation: Operation) => ({
      ...firstValues(operation, examples, options, context),
      ...(day !== undefined && operation.path.includes('{day}') ? { day } : {}),
    });
  };
  const serve = (address: string, render: (context: GuideContext, request: FastifyRequest) => Html) =>
    app.get(address, route, async (request, reply) => {
      const page = render({ baseUrl, fictional: await options.isFictional() }, request);
      return sendPage(reply, 200, page, FOR_ANYONE);
    });

  serve('/docs', renderOverview);
  serve('/docs/start', (context) =>
    renderStart({
      ...context,
      examples,
      demoKey: context.fictional === false ? undefined : options.demoKey,
    }),
  );
  serve('/docs/concepts', renderConcepts);
  serve('/docs/endpoints', (context) =>
    renderEndpoints({ operations: operations(), subjects: readDocument().tags ?? [] }, context),
  );
  serve('/docs/endpoints/:operation', (context, request) =>
    renderEndpoint(operationOf(operations(), request), examples, context),
  );
  serve('/docs/errors', (context) => renderErrors(errorExampleOf(examples), context));
  serve('/docs/receipts', (context) => renderReceipts(verifiers, context));
  serve('/docs/changes', (context) => renderFollowing(examples, context));
  serve('/docs/webhooks', renderWebhooks);
  serve('/docs/agents', renderAgents);
  serve('/docs/limits', (context) => renderLimits(limits, context));
  serve('/docs/changelog', (context) => renderChangelog(changelog, context));
  serve('/docs/try', (context) => renderTryList(operations(), context));
  app.get('/docs/try/:operation', route, async (request, reply) => {
    const context = { baseUrl, fictional: await options.isFictional() };
    const operation = operationOf(operations(), request);
    const values = (await firstOf(context))(operation);
    return sendPage(reply, 200, renderTry({ operation, values, errors: {} }, context), FOR_ANYONE);
  });
  app.post('/docs/try/:operation', route, async (request, reply) => {
    const context = { baseUrl, fictional: await options.isFictional() };
    const form = await answerTry(operationOf(operations(), request), request, options, context);
    return sendPage(reply, Object.keys(form.errors).length > 0 ? 400 : 200, renderTry(form, context));
  });
  app.get('/docs/collection.json', route, async (request, reply) => {
    const context = { baseUrl, fictional: await options.isFictional() };
    const valuesOf = await firstOf(context);
    const apiKey = context.fictional === false ? '' : options.demoKey;
    const collection = makeCollection(operations(), readDocument(), { valuesOf, baseUrl, apiKey });
    const body = JSON.stringify(collection, null, 2);
    return sendCacheable(request, reply, { body, maxAgeSeconds: MAX_AGE_SECONDS });
  });
  for (const { file, code } of verifiers)
    app.get(`/docs/receipts/${file}`, route, async (request, reply) =>
      sendCacheable(request, reply, {
        body: code,
        type: 'text/plain; charset=utf-8',
        maxAgeSeconds: MAX_AGE_SECONDS,
      }),
    );
}

function operationOf(operations: readonly Operation[], { params }: FastifyRequest): Operation {
  const id = Object(params).operation;
  const found = operations.find((operation) => operation.id === id);
  if (!found)
    throw new AppError('not_found', 'No endpoint has this name. Choose one from the list of endpoints.');
  return found;
}

/** Returns the values from a recorded request, so that the form can be submitted without changes. */
function firstValues(
  { id, path }: Operation,
  { examples }: DocsExamples,
  { demoKey }: DocsPagesOptions,
  { fictional, baseUrl }: GuideContext,
): Record<string, string> {
  const example = examples.find((each) => each.operation === id);
  if (!example || fictional === false) return {};
  const { pathname, searchParams } = new URL(example.path, baseUrl);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
  const inPath = (pattern.exec(pathname) ?? []).slice(1).map((value, index) => [names[index] ?? '', value]);
  const given = [...inPath, ...searchParams].filter(([, value]) => !value?.startsWith('$'));
  const body = example.body?.includes('$RECEIPT') ? '' : (example.body ?? '');
  return { ...Object.fromEntries(given), body, key: example.keyed ? demoKey : '' };
}

/** Sends the request that the form describes. If a path parameter is missing, shows the form again. */
async function answerTry(
  operation: Operation,
  request: FastifyRequest,
  { demoKey }: DocsPagesOptions,
  { fictional }: GuideContext,
): Promise<TryForm> {
  const sent = formOf(request);
  const { method, path, parameters, key, bodyFields } = operation;
  const values = Object.fromEntries(
    [...parameters.map(({ name }) => name), 'body'].map((name) => [name, (sent.get(name) ?? '').trim()]),
  );
  const typedKey = key === 'none' ? '' : (sent.get('key') ?? '').trim();
  // The page never shows the reader's own API key.
  const shown = { ...values, key: fictional !== false && typedKey === demoKey ? demoKey : '' };
  const empty = parameters.filter(({ name, in: place }) => place === 'path' && values[name] === '');
  const errors = Object.fromEntries(empty.map(({ name }) => [name, 'Type this: it is part of the address.']));
  if (/[^\x21-\x7e]/.test(typedKey)) errors.key = 'A key has only letters, digits, a dot and underscores.';
  if (Object.keys(errors).length > 0) return { operation, values: shown, errors };
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place }) => {
      const value = values[name] ?? '';
      return place === 'query' && value !== '' ? [[name, value] as [string, string]] : [];
    }),
  ).toString();
  const filled = path.replaceAll(/\{(\w+)\}/g, (_part, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const full = query === '' ? filled : `${filled}?${query}`;
  const body = bodyFields.length > 0 ? (values.body ?? '') : null;
  const answer = await tryRequest(request.server, {
    method,
    path: full,
    key: typedKey,
    body,
    ip: request.ip,
  });
  return { operation, values: shown, errors, tried: { path: full, keyed: typedKey !== '', answer } };
}

function errorExampleOf({ examples }: DocsExamples): string {
  return (
    examples.find(({ operation, status }) => operation === 'decideVendor' && status === 400)?.answer ?? ''
  );
}

function listVerifiers(): readonly Verifier[] {
  const program = (language: string, file: string, needs: string, interpreter: string): Verifier => ({
    language,
    file,
    needs,
    run: `${interpreter} ${file} receipt.txt jwks.json`,
    code: readText(`./verify/${file}`),
  });
  return [
    program('JavaScript', 'verify.mjs', 'Needs Node 18 or newer and no package.', 'node'),
    program('Python', 'verify.py', 'Needs Python 3.8 or newer and the package cryptography.', 'python3'),
    program('Shell', 'verify.sh', 'Needs OpenSSL 3, jq and base64.', 'sh'),
  ];
}
