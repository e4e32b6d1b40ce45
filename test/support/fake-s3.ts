import { hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import aws4 from 'aws4';

/**
 * A fake S3 store on loopback that holds one bucket in memory. It verifies every signature with a different
 * implementation from the one that the service uses to sign.
 */
export interface FakeS3 {
  readonly url: string;
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly bucket: string;
  readonly objects: Map<string, Buffer>;
  /** Multipart uploads in progress: started, but neither completed nor aborted. */
  readonly uploads: Map<
    string,
    { readonly key: string; initiated: Date; readonly parts: Map<number, Buffer> }
  >;
  /** Labels of the requests received, in order, such as `PUT part` or `DELETE`. */
  readonly seen: string[];
  /** The size of the largest request body so far, in bytes. */
  bodyBytesMax: number;
  /**
   * Called before each request is handled. Returning true means that the function handled it, or that no
   * response should be sent.
   */
  fault: ((what: string, request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** The lead of the fake's clock over ours, in milliseconds. */
  aheadMs: number;
  close(): Promise<void>;
}

const REGION = 'us-east-1';
const SKEW_MS = 15 * 60_000;
const PAGE = 1_000;

export async function startFakeS3(): Promise<FakeS3> {
  const server = createServer((request, response) => {
    answer(fake, request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const fake: FakeS3 = {
    url: `http://127.0.0.1:${port}`,
    keys: { accessKeyId: 'AKIDOFTESTS000000001', secretAccessKey: `secret/of+tests-${randomUUID()}` },
    bucket: 'kept',
    objects: new Map(),
    uploads: new Map(),
    seen: [],
    bodyBytesMax: 0,
    fault: undefined,
    aheadMs: 0,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return fake;
}

async function answer(fake: FakeS3, request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const url = new URL(request.url ?? '/', fake.url);
  const what = nameOf(request.method ?? '', url);
  fake.seen.push(what);
  if (fake.fault?.(what, request, response)) return;
  const body = Buffer.concat(await request.toArray());
  fake.bodyBytesMax = Math.max(fake.bodyBytesMax, body.length);
  const refused = refusalOf(fake, request);
  if (refused) return refuse(response, 403, refused);
  if (request.headers['x-amz-content-sha256'] !== hash('sha256', body))
    return refuse(response, 400, 'XAmzContentSHA256Mismatch');
  const [bucket = '', ...rest] = decodeURIComponent(url.pathname).slice(1).split('/');
  if (bucket !== fake.bucket) return refuse(response, 404, 'NoSuchBucket');
  respond(fake, { what, key: rest.join('/'), url, body, response });
}

function nameOf(method: string, { searchParams, pathname }: URL): string {
  if (searchParams.has('list-type')) return 'GET list';
  if (searchParams.has('uploads')) return method === 'GET' ? 'GET uploads' : 'POST upload';
  if (searchParams.has('uploadId')) return `${method} ${method === 'PUT' ? 'part' : 'upload'}`;
  return pathname.split('/').length < 3 ? `${method} bucket` : method;
}

interface Asked {
  readonly what: string;
  readonly key: string;
  readonly url: URL;
  readonly body: Buffer;
  readonly response: ServerResponse;
}

function respond(fake: FakeS3, { what, key, url, body, response }: Asked): unknown {
  const id = url.searchParams.get('uploadId') ?? '';
  const upload = fake.uploads.get(id);
  const etag = `"${hash('md5', body)}"`;
  switch (what) {
    case 'PUT':
      fake.objects.set(key, body);
      response.writeHead(200, { etag }).end();
      return;
    case 'POST upload': {
      if (url.searchParams.has('uploads')) {
        const made = randomUUID();
        fake.uploads.set(made, { key, initiated: new Date(), parts: new Map() });
        return xml(response, 'InitiateMultipartUploadResult', `<UploadId>${made}</UploadId>`);
      }
      if (!upload) return refuse(response, 404, 'NoSuchUpload');
      const parts = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, n]) =>
        Number(n),
      );
      fake.objects.set(key, Buffer.concat(parts.map((part) => upload.parts.get(part) ?? Buffer.alloc(0))));
      fake.uploads.delete(id);
      return xml(response, 'CompleteMultipartUploadResult', `<Key>${key}</Key><ETag>"x-2"</ETag>`);
    }
    case 'PUT part':
      if (!upload) return refuse(response, 404, 'NoSuchUpload');
      upload.parts.set(Number(url.searchParams.get('partNumber')), body);
      response.writeHead(200, { etag }).end();
      return;
    case 'DELETE upload':
      fake.uploads.delete(id);
      response.writeHead(204).end();
      return;
    case 'GET uploads':
      return xml(response, 'ListMultipartUploadsResult', listUploads(fake, url));
    case 'GET list':
      return xml(response, 'ListBucketResult', listObjects(fake, url));
    case 'HEAD':
    case 'GET': {
      const found = fake.objects.get(key);
      if (!found) return refuse(response, 404, 'NoSuchKey');
      response.writeHead(200, { 'content-length': found.length, etag: '"x"' });
      response.end(what === 'GET' ? found : undefined);
      return;
    }
    case 'DELETE':
      fake.objects.delete(key);
      response.writeHead(204).end();
      return;
    default:
      refuse(response, 501, 'NotImplemented');
  }
}

function listUploads(fake: FakeS3, url: URL): string {
  const prefix = url.searchParams.get('prefix') ?? '';
  return [...fake.uploads]
    .filter(([, { key }]) => key.startsWith(prefix))
    .map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    )
    .join('');
}

function listObjects(fake: FakeS3, url: URL): string {
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = url.searchParams.get('continuation-token') ?? '';
  const keys = [...fake.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, PAGE);
  const isTruncated = keys.length > PAGE;
  return [
    `<IsTruncated>${isTruncated}</IsTruncated><KeyCount>${page.length}</KeyCount>`,
    isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '',
    ...page.map(
      (key) => `<Contents><Key>${key}</Key><Size>${fake.objects.get(key)?.length}</Size></Contents>`,
    ),
  ].join('');
}

/** Returns the S3 error code for an invalid signature; undefined if the signature is valid. */
function refusalOf(fake: FakeS3, request: IncomingMessage): string | undefined {
  const { authorization = '' } = request.headers;
  const [, id, names] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/[\w-]+\/s3\/aws4_request, SignedHeaders=([\w;-]+),/.exec(
      authorization,
    ) ?? [];
  if (id !== fake.keys.accessKeyId || names === undefined) return 'InvalidAccessKeyId';
  const at = String(request.headers['x-amz-date']);
  const sent = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (Math.abs(Date.now() + fake.aheadMs - sent) > SKEW_MS) return 'RequestTimeTooSkewed';
  const headers = Object.fromEntries(names.split(';').map((name) => [name, String(request.headers[name])]));
  for (const name of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!(name in headers)) return 'AccessDenied';
  const { host = '', 'x-amz-date': date = '', 'x-amz-content-sha256': sum = '', ...others } = headers;
  const named = { ...others, Host: host, 'X-Amz-Date': date, 'X-Amz-Content-Sha256': sum };
  const { method = '', url = '' } = request;
  const asked = { service: 's3', region: REGION, method, path: url, headers: named };
  const signed = aws4.sign(asked, fake.keys);
  return signed.headers?.Authorization === authorization ? undefined : 'SignatureDoesNotMatch';
}

function xml(response: ServerResponse, name: string, content: string): void {
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0"?><${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${name}>`,
    );
}

/** Rejects a request as S3 does: the body echoes the requested resource. */
export function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0"?><Error><Code>${code}</Code><Message>quoted: AKIDOFTESTS000000001</Message></Error>`,
    );
}
