/** A complete HTTP/1.1 response. */
export interface Response {
  readonly status: number;
  /** Lowercase names, in order of arrival. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** The status codes of earlier interim responses (1xx). */
  readonly interim: readonly number[];
}

/** Thrown if the bytes are not an HTTP/1.1 response. */
export class BadResponse extends Error {}

type Framing =
  | { readonly kind: 'none' | 'chunked' | 'close' }
  | { readonly kind: 'length'; readonly bytes: number };
interface Head extends Pick<Response, 'status' | 'headers'> {
  readonly framing: Framing;
}

const HEAD_BYTES_MAX = 64 * 1024;
const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');
const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) [\t\x20-\x7e\x80-\xff]*$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*([\t\x20-\x7e\x80-\xff]*)$/;
/** Headers that must not appear twice, because two readers could then disagree. */
const SINGLE = [
  'content-length',
  'transfer-encoding',
  'content-type',
  'location',
  'date',
  'etag',
  'x-request-id',
];

/**
 * Reads responses from the bytes on one connection, as strictly as RFC 9112 permits. Faults that a lenient
 * client would ignore are errors here.
 */
export class ResponseReader {
  private chunks: Buffer[] = [];
  private bytes = 0;
  private head: Head | undefined;
  private interim: number[] = [];
  private hasEnded = false;

  push(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
  }

  /** Records that the server will not send anything else. */
  end(): void {
    this.hasEnded = true;
  }

  /** True if no bytes of a further response have arrived. */
  get isAtStart(): boolean {
    return this.head === undefined && this.bytes === 0;
  }

  /**
   * Returns the next response if it is complete. Set `isHead` if the request was HEAD. Throws BadResponse.
   */
  next(isHead: boolean): Response | undefined {
    this.head ??= this.takeHead(isHead);
    if (this.head === undefined) return undefined;
    const body = this.takeBody(this.head.framing);
    if (body === undefined) return undefined;
    const { status, headers } = this.head;
    this.head = undefined;
    if (status < 200) {
      this.interim.push(status);
      if (status !== 101) return this.next(isHead);
    }
    const { interim } = this;
    this.interim = [];
    return { status, headers, body, interim };
  }

  private takeHead(isHead: boolean): Head | undefined {
    if (this.bytes === 0) return undefined;
    const data = this.joined();
    if (data[0] !== 0x48)
      throw new BadResponse(`starts with ${JSON.stringify(data.toString('latin1', 0, 40))}`);
    const end = data.indexOf(HEAD_END);
    if (end === -1) {
      if (data.length > HEAD_BYTES_MAX) throw new BadResponse('the head has no end');
      if (this.hasEnded) throw new BadResponse('the connection ended within the head');
      return undefined;
    }
    this.take(end + HEAD_END.length);
    return parseHead(data.toString('latin1', 0, end), isHead);
  }

  private takeBody(framing: Framing): Buffer | undefined {
    switch (framing.kind) {
      case 'none':
        return Buffer.alloc(0);
      case 'close':
        return this.hasEnded ? this.take(this.bytes) : undefined;
      case 'length':
        if (this.bytes >= framing.bytes) return this.take(framing.bytes);
        if (this.hasEnded) throw new BadResponse('the connection ended within the body');
        return undefined;
      case 'chunked': {
        const found = readChunks(this.joined());
        if (found) {
          this.take(found.length);
          return found.body;
        }
        if (this.hasEnded) throw new BadResponse('the connection ended within the chunks');
        return undefined;
      }
    }
  }

  private joined(): Buffer {
    if (this.chunks.length !== 1) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0] ?? Buffer.alloc(0);
  }

  private take(count: number): Buffer {
    const data = this.joined();
    const rest = data.subarray(count);
    this.chunks = rest.length > 0 ? [rest] : [];
    this.bytes = rest.length;
    return data.subarray(0, count);
  }
}

/** Returns every value of a header, given its lowercase name. */
export function headersNamed({ headers }: Pick<Response, 'headers'>, name: string): string[] {
  return headers.filter(([each]) => each === name).map(([, value]) => value);
}

/** Returns the first value of a header; undefined if it is absent. */
export function headerOf(response: Pick<Response, 'headers'>, name: string): string | undefined {
  return response.headers.find(([each]) => each === name)?.[1];
}

function parseHead(text: string, isHead: boolean): Head {
  const [first = '', ...lines] = text.split('\r\n');
  const status = Number(STATUS_LINE.exec(first)?.[1] ?? 0);
  if (status === 0) throw new BadResponse(`no status line: ${JSON.stringify(first.slice(0, 80))}`);
  const headers = lines.map((line) => {
    const [, name, value] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new BadResponse(`no header line: ${JSON.stringify(line.slice(0, 80))}`);
    return [name.toLowerCase(), value.trim()] as const;
  });
  for (const name of SINGLE)
    if (headersNamed({ headers }, name).length > 1) throw new BadResponse(`more than one ${name}`);
  return { status, headers, framing: framingOf(status, headers, isHead) };
}

/** Determines how the end of the body is found, as in RFC 9112 §6.3. */
function framingOf(status: number, headers: Response['headers'], isHead: boolean): Framing {
  const length = headerOf({ headers }, 'content-length');
  const encoding = headerOf({ headers }, 'transfer-encoding');
  if (length !== undefined && !/^\d{1,15}$/.test(length)) throw new BadResponse(`Content-Length: ${length}`);
  if (encoding !== undefined && encoding !== 'chunked')
    throw new BadResponse(`Transfer-Encoding: ${encoding}`);
  if (length !== undefined && encoding !== undefined)
    throw new BadResponse('both Content-Length and Transfer-Encoding');
  if (status < 200 || status === 204) {
    if (length !== undefined || encoding !== undefined)
      throw new BadResponse(`a body of ${status} is announced`);
    return { kind: 'none' };
  }
  if (isHead || status === 304) return { kind: 'none' };
  if (encoding !== undefined) return { kind: 'chunked' };
  return length === undefined ? { kind: 'close' } : { kind: 'length', bytes: Number(length) };
}

/** Returns a chunked body and its length in bytes; undefined until it is complete. */
function readChunks(data: Buffer): { body: Buffer; length: number } | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = data.indexOf(LINE_END, at);
    if (lineEnd === -1) return undefined;
    const size = data.toString('latin1', at, lineEnd);
    if (!/^[0-9a-fA-F]{1,8}$/.test(size)) throw new BadResponse(`a chunk of size ${JSON.stringify(size)}`);
    const start = lineEnd + LINE_END.length;
    const end = start + Number.parseInt(size, 16);
    if (data.length < end + LINE_END.length) return undefined;
    if (data.toString('latin1', end, end + 2) !== '\r\n') throw new BadResponse('a chunk without its end');
    at = end + LINE_END.length;
    if (end === start) return { body: Buffer.concat(parts), length: at };
    parts.push(data.subarray(start, end));
  }
}
