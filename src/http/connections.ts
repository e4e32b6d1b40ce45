import { createServer, type IncomingMessage, METHODS, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { hangUp, rawAnswerTo } from './raw-answers.ts';

/**
 * What one client may have outstanding, and all clients together. Node parses every request that has arrived before it
 * answers one: without a bound, 1,500 requests in one packet are 1,500 answers in memory. Here the requests of a
 * connection are answered one after the other, and a connection that sends too many ahead is closed.
 */

/** Requests of one connection that are read and not yet answered; on the next one the connection is closed. */
export const PIPELINED_MAX = 8;
/** The same over all connections; beyond it, a connection may have one at a time. */
const WAITING_MAX = 1_000;
/** The last answer of a connection says `Connection: close`. */
const REQUESTS_PER_CONNECTION_MAX = 10_000;
const CONNECTIONS_MAX = 4_000;
/** As many are closed at a time to let others in, before there is no room left. */
const ROOM = 100;
const HEADERS_WITHIN_MS = 20_000;
const REQUEST_WITHIN_MS = 30_000;
const CHECK_TIMES_EVERY_MS = 5_000;
/** A connection on which nothing moves ends: its client is gone, or does not read what it asked for. */
const SILENT_FOR_MS = 60_000;
const KEEP_ALIVE_MS = 72_000;
/** Bytes written and not yet taken by the clients, over all connections; beyond it those that read nothing are closed. */
const UNREAD_BYTES_MAX = 32 * 1024 * 1024;
const LOOK_EVERY_MS = 1_000;
/** How long requests may keep the process from everything else at a stretch. */
const STRETCH_MS = 5;
/** Tells Node's parser that what follows is no HTTP, so that it stops in the middle of what has arrived. */
const STOP_PARSING = 2;
const HTTP_METHODS: ReadonlySet<string> = new Set(METHODS);

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** One connection. */
interface Line {
  readonly socket: Socket;
  readonly waiting: Exchange[];
  current: Exchange | undefined;
  /** The request that was read last: an error of the parser is about its body until that is complete. */
  latest: IncomingMessage | undefined;
  /** Nothing more is read from it; it ends once what was read is answered. */
  isClosing: boolean;
  /** Written as the last thing, where a request could not be read. */
  farewell: string | undefined;
  /** Unread when it was last looked at, bytes. */
  unread: number;
}

/** Answers a request when its turn has come. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export class Connections {
  readonly #lines = new Map<Socket, Line>();
  /** Connections whose next request may be answered. */
  readonly #due: Line[] = [];
  /** Those of them that have sent more requests ahead. */
  readonly #dueAhead: Line[] = [];
  #waitingCount = 0;
  #isScheduled = false;
  /** When the requests that have just arrived must leave the process to others. */
  #stretchEnds: number | undefined;
  #answer: Answer = () => undefined;

  /** An HTTP server within all these bounds; it does not listen yet. */
  createServer(answer: Answer): Server {
    this.#answer = answer;
    const server = createServer({
      headersTimeout: HEADERS_WITHIN_MS,
      requestTimeout: REQUEST_WITHIN_MS,
      connectionsCheckingInterval: CHECK_TIMES_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Both are answered by our own handler, in our own words.
      requireHostHeader: false,
      shouldUpgradeCallback: () => false,
    });
    server.timeout = SILENT_FOR_MS;
    server.maxConnections = CONNECTIONS_MAX;
    server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION_MAX;
    server.on('connection', (socket: Socket) => this.#open(socket));
    for (const event of ['request', 'checkExpectation'])
      server.on(event, (request: IncomingMessage, response: ServerResponse) =>
        this.#take({ request, response }),
      );
    server.on('connect', (_request, socket) => {
      const line = socket instanceof Socket ? this.#lines.get(socket) : undefined;
      if (line) this.#sayFarewell(line, rawAnswerTo('CONNECT'));
      else socket.destroy();
    });
    server.once('listening', () => {
      const looking = setInterval(() => this.#closeUnread(), LOOK_EVERY_MS);
      looking.unref();
      server.once('close', () => clearInterval(looking));
    });
    return server;
  }

  /** For a request that could not be read. What came before it on the same connection is answered first. */
  onClientError(
    error: Error & { readonly code?: string; readonly rawPacket?: unknown; readonly bytesParsed?: number },
    socket: Socket,
  ): void {
    const line = this.#lines.get(socket);
    // Hung up, or opened ahead of time and never used: nobody waits for an answer.
    if (!line || error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    if (line.isClosing) return;
    line.isClosing = true;
    const answer = rawAnswerTo(error.code, error.rawPacket, error.bytesParsed);
    const { current, latest, waiting } = line;
    if (latest && !latest.complete) {
      // The body of the request that was read last is broken or late: this is its answer, unless it has one.
      if (current?.request === latest) {
        if (current.response.headersSent) socket.destroy();
        else hangUp(socket, answer);
        return;
      }
      if (waiting.at(-1)?.request !== latest) {
        socket.destroy();
        return;
      }
      waiting.pop();
      this.#waitingCount -= 1;
    }
    this.#sayFarewell(line, answer);
  }

  /** The last bytes of a connection; what was asked for before is answered first. */
  #sayFarewell(line: Line, lastBytes: string): void {
    line.isClosing = true;
    if (line.current || line.waiting.length > 0) line.farewell = lastBytes;
    else hangUp(line.socket, lastBytes);
  }

  #open(socket: Socket): void {
    if (this.#lines.size >= CONNECTIONS_MAX - ROOM) this.#makeRoom();
    const line: Line = {
      ...{ socket, waiting: [], current: undefined, latest: undefined },
      ...{ isClosing: false, farewell: undefined, unread: 0 },
    };
    this.#lines.set(socket, line);
    socket.once('close', () => {
      this.#lines.delete(socket);
      this.#waitingCount -= line.waiting.length;
      line.waiting.length = 0;
    });
    const parser = parserOf(socket);
    const parse = parser.onIncoming;
    parser.onIncoming = (request, keepAlive) =>
      this.#mayRead(line) ? parse(request, keepAlive) : STOP_PARSING;
  }

  /** Closes the oldest connections on which nothing is being answered, whether or not they ever sent anything. */
  #makeRoom(): void {
    let left = ROOM;
    for (const { socket, current, waiting } of this.#lines.values()) {
      if (current || waiting.length > 0) continue;
      socket.destroy();
      left -= 1;
      if (left === 0) return;
    }
  }

  /** Whether one more request may be read; if not, the one before it is the connection's last. */
  #mayRead(line: Line): boolean {
    if (line.isClosing) return false;
    const ahead = line.waiting.length + (line.current ? 1 : 0);
    if (ahead === 0 || (ahead < PIPELINED_MAX && this.#waitingCount < WAITING_MAX)) return true;
    line.isClosing = true;
    // Not before the parser is done: it resumes reading after each request.
    process.nextTick(() => line.socket.pause());
    const last = line.waiting.at(-1) ?? line.current;
    if (last) last.response.shouldKeepAlive = false;
    return false;
  }

  #take(exchange: Exchange): void {
    const line = this.#lines.get(exchange.request.socket);
    if (!line) return;
    // The parser takes methods of RTSP for good ones; the router would not know what to do with them.
    if (!HTTP_METHODS.has(exchange.request.method ?? '')) {
      this.onClientError(new Error('not a method of HTTP'), line.socket);
      return;
    }
    line.latest = exchange.request;
    // Node's parser reads nothing behind a request for another protocol, so nothing could be answered there.
    if (exchange.request.headers.upgrade !== undefined) exchange.response.shouldKeepAlive = false;
    const isFirst = !line.current && line.waiting.length === 0;
    if (isFirst && this.#mayAnswerAtOnce()) this.#begin(line, exchange);
    else {
      line.waiting.push(exchange);
      this.#waitingCount += 1;
      if (isFirst) this.#makeDue(line);
    }
  }

  /** Hundreds of connections may be read in one turn of the event loop; those beyond the stretch take turns. */
  #mayAnswerAtOnce(): boolean {
    const now = performance.now();
    if (this.#stretchEnds === undefined) {
      this.#stretchEnds = now + STRETCH_MS;
      setImmediate(() => {
        this.#stretchEnds = undefined;
      });
    }
    return now <= this.#stretchEnds;
  }

  #begin(line: Line, exchange: Exchange): void {
    line.current = exchange;
    exchange.response.once('close', () => this.#end(line));
    this.#answer(exchange.request, exchange.response);
  }

  #end(line: Line): void {
    line.current = undefined;
    if (line.waiting.length > 0) this.#makeDue(line);
    else if (line.isClosing) hangUp(line.socket, line.farewell ?? '');
  }

  #makeDue(line: Line): void {
    this.#due.push(line);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#answerDue());
  }

  /**
   * Connections take turns, and new requests come in between. A client with one request goes before those that have
   * sent more ahead, so that these slow nobody down; one of them still gets its turn in each stretch.
   */
  #answerDue(): void {
    this.#isScheduled = false;
    const until = performance.now() + STRETCH_MS;
    do {
      const line = this.#due.shift();
      if (line && line.waiting.length > 1) this.#dueAhead.push(line);
      else this.#answerNext(line ?? this.#dueAhead.shift());
    } while (this.#due.length + this.#dueAhead.length > 0 && performance.now() <= until);
    this.#answerNext(this.#dueAhead.shift());
    if (this.#due.length + this.#dueAhead.length > 0) this.#schedule();
  }

  #answerNext(line: Line | undefined): void {
    const next = line?.waiting.shift();
    if (!line || !next) return;
    this.#waitingCount -= 1;
    this.#begin(line, next);
  }

  /** Keeps what clients asked for and do not read within bounds: the largest that do not move at all are closed first. */
  #closeUnread(): void {
    let total = 0;
    const stuck: Line[] = [];
    for (const line of this.#lines.values()) {
      const bytes = unreadBytes(line.socket);
      total += bytes;
      if (bytes > 0 && bytes === line.unread) stuck.push(line);
      line.unread = bytes;
    }
    if (total <= UNREAD_BYTES_MAX) return;
    for (const { socket, unread } of stuck.sort((a, b) => b.unread - a.unread)) {
      socket.destroy();
      total -= unread;
      if (total <= UNREAD_BYTES_MAX) return;
    }
  }
}

/** What the system has not taken yet of what was written. Node counts a write as a whole until its last byte is taken. */
function unreadBytes(socket: Socket): number {
  const queued: unknown = Reflect.get(Object(Reflect.get(socket, '_handle')), 'writeQueueSize');
  return typeof queued === 'number' ? queued : socket.writableLength;
}

/** Called by Node for each request whose headers are read; its result tells the parser how to go on. */
interface Parser {
  onIncoming(request: IncomingMessage, keepAlive: boolean): number;
}

/** Node has no documented way to stop reading in the middle of a packet. The version of Node is pinned, and a test holds it to this. */
function parserOf(socket: Socket): Parser {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (
    typeof parser === 'object' &&
    parser !== null &&
    typeof Reflect.get(parser, 'onIncoming') === 'function'
  )
    // Just checked; the type of its function is Node's.
    return parser as Parser;
  throw new Error('This version of Node has another HTTP parser than http/connections.ts was written for.');
}
