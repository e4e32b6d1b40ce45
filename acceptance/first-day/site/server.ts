import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { SiteFile } from './site-files.ts';

/** An imitation of the regulator's site on the loopback address, with the same paths and behavior. */

/** The site's behavior: as usual, or one of the ways in which it blocks programs. */
export type Habit = 'usual' | 'challenge' | 'limited' | 'elsewhere';

/** One response of the site. */
export interface Sent {
  /** The rehearsal's time, as ISO 8601. */
  readonly at: string;
  readonly path: string;
  /** `soft_404` is a web page with status 200. */
  readonly answer: 'file' | 'unchanged' | 'soft_404' | 'index' | 'refused' | 'limited' | 'redirected';
  /** The hash of the file that was sent or confirmed. */
  readonly sha256: string | undefined;
}

export interface Site {
  readonly url: string;
  /** All responses so far. A response is listed when its last byte is sent. */
  readonly sent: readonly Sent[];
  /** Returns the number of requests to the host that visitors are redirected to. */
  readonly strays: () => number;
  /** The site's files, by path. */
  readonly files: ReadonlyMap<string, SiteFile>;
  put(file: SiteFile): void;
  /** Makes the path return a web page from now on. */
  remove(path: string): void;
  behave(habit: Habit): void;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
export const INDEX_PATH = '/hotels-restaurants/public-records/';
const LIMITED_ANSWERS = 2;

export async function openSite(options: {
  readonly latencyMs: number;
  readonly now: () => Date;
}): Promise<Site> {
  const files = new Map<string, SiteFile>();
  const sent: Sent[] = [];
  const limited = new Map<string, number>();
  let habit: Habit = 'usual';
  let strays = 0;
  const other = createServer((_request, response) => {
    strays += 1;
    response.writeHead(200, { 'content-type': 'text/csv' }).end('"not","for","you"\r\n');
  });
  const otherUrl = await listen(other);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://site.invalid').pathname;
    await wait(options.latencyMs);
    const log = (kind: Sent['answer'], sha256?: string) =>
      sent.push({ at: options.now().toISOString(), path, answer: kind, sha256 });
    if (habit === 'challenge') {
      const headers = { 'content-type': 'text/html; charset=UTF-8', 'cf-mitigated': 'challenge' };
      response.writeHead(403, headers).end(CHALLENGE);
      log('refused');
      return;
    }
    if (habit === 'elsewhere') {
      response.writeHead(302, { location: `${otherUrl}${path}` }).end();
      log('redirected');
      return;
    }
    const times = limited.get(path) ?? 0;
    if (habit === 'limited' && times < LIMITED_ANSWERS) {
      limited.set(path, times + 1);
      response.writeHead(429, { 'retry-after': '1', 'content-type': 'text/html' }).end('Too many requests');
      log('limited');
      return;
    }
    const file = files.get(path);
    if (path === INDEX_PATH) sendPage(response, indexPage([...files.values()]));
    else if (file === undefined) sendPage(response, HOME_PAGE);
    else if (isFresh(request, file)) response.writeHead(304, validators(file)).end();
    else await sendFile(request, response, file);
    if (path === INDEX_PATH) log('index');
    else if (file === undefined) log('soft_404');
    else log(response.statusCode === 304 ? 'unchanged' : 'file', file.sha256);
  };
  const running = new Set<Promise<void>>();
  const main = createServer((request, response) => {
    // A visitor that disconnects is not the site's fault.
    const answering = answer(request, response)
      .catch(() => void response.destroy())
      .finally(() => running.delete(answering));
    running.add(answering);
  });
  const url = await listen(main);
  return {
    url,
    sent,
    files,
    strays: () => strays,
    put(file) {
      files.set(file.path, file);
    },
    remove(path) {
      files.delete(path);
    },
    behave(next) {
      habit = next;
      limited.clear();
    },
    async close() {
      // A client may receive the last byte of a response before the response is listed.
      await Promise.all(running);
      await Promise.all([main, other].map(end));
    },
  };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site has no port');
  return `http://${HOST}:${address.port}`;
}

async function end(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function isFresh({ headers }: IncomingMessage, file: SiteFile): boolean {
  const asked = headers['if-none-match'];
  if (asked !== undefined) return asked === etagOf(file);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return since >= Date.parse(file.modified);
}

const etagOf = ({ sha256, bytes }: SiteFile) => `"${bytes.toString(16)}-${sha256.slice(0, 13)}"`;

function validators(file: SiteFile) {
  return { etag: etagOf(file), 'last-modified': new Date(file.modified).toUTCString() };
}

async function sendFile(request: IncomingMessage, response: ServerResponse, file: SiteFile): Promise<void> {
  response.writeHead(200, {
    ...validators(file),
    'content-type': TYPES[file.path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    'content-length': file.bytes,
  });
  if (request.method === 'HEAD') return void response.end();
  await pipeline(createReadStream(file.file), response);
}

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  zip: 'application/x-zip-compressed',
};

function sendPage(response: ServerResponse, page: string): void {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=UTF-8', 'content-length': Buffer.byteLength(page) })
    .end(page);
}

/** Returns the public records page, whose links to the files are mixed with unrelated links. */
function indexPage(files: readonly Pick<SiteFile, 'path'>[]): string {
  const links = files.map(
    ({ path }, index) =>
      `<li><a ${index % 3 === 0 ? 'target="_blank" ' : ''}href="${index % 2 === 0 ? path : `https://www2.myfloridalicense.com${path}`}">${path.split('/').at(-1)}</a></li>`,
  );
  return `<!DOCTYPE html>
<html lang="en-US"><head><title>Public Records</title></head><body><nav><a href="/">Home</a> <a href="/contact-us/">Contact</a></nav>
<p>Files are refreshed weekly. <a href="#main">Skip</a> <a href="mailto:records@example.gov">Write to us</a></p>
<ul>
${links.join('\n')}
<li><a href="/hr/inspections/documents/EOS_Weekly_Extract_2026-02-30.xlsx.bak">Old</a></li>
<li><a href="https://elsewhere.example/hr/inspections/fdinspi_2526.xlsx">A copy</a></li>
<li><a href="/sto/file_download/hr/readme.pdf">Public Records Layout Information</a></li>
</ul></body></html>`;
}

const CHALLENGE =
  '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body>Enable JavaScript and cookies to continue</body></html>';
const HOME_PAGE = `<!DOCTYPE html>
<html lang="en-US"><head><title>Home</title></head><body>
${'<p>The page that you are looking for may have been moved.</p>\n'.repeat(3_000)}</body></html>`;
