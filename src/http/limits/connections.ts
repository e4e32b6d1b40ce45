import { createServer, type IncomingMessage, METHODS, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { hangUp, rawAnswerTo } from '../errors/raw-answers.ts';
import { clientNetwork } from '../proxy/client-address.ts';

/**
 * Limits unanswered requests, per connection and in total. Node parses all requests that have arrived before
 * it answers any of them, so without a limit, 1,500 requests in one packet would mean 1,500 responses in
 * memory. Here, a connection's requests are handled one after the other, and a connection that pipelines too
 * many requests is closed.
 */

/** The maximum number of unanswered requests on one connection. One more closes the connection. */
export const PIPELINED_MAX = 8;
/**
 * The maximum number of unanswered requests on all connections together. Beyond this limit, each connection
 * may have only one at a time.
 */
const WAITING_MAX = 1_000;
/** The last of these requests gets a response with `Connection: close`. */
const REQUESTS_PER_CONNECTION_MAX = 10_000;
const CONNECTIONS_MAX = 4_000;
/** The number of connections that are closed at a time to make room for others. */
const ROOM = 100;
const HEADERS_WITHIN_MS = 20_000;
const REQUEST_WITHIN_MS = 30_000;
const CHECK_TIMES_EVERY_MS = 5_000;
/**
 * A connection without traffic for this long is closed. Its client is gone or is not reading the response.
 */
const SILENT_FOR_MS = 60_000;
const KEEP_ALIVE_MS = 72_000;
/**
 * The limit on written bytes that clients have not read, on all connections together. Beyond this limit,
 * stalled connections are closed.
 */
const UNREAD_BYTES_MAX = 32 * 1024 * 1024;
const LOOK_EVERY_MS = 1_000;
/** The time for which requests may keep the process busy before other work gets a turn. */
const STRETCH_MS = 5;
/** Makes Node's parser treat the rest of a packet as non-HTTP, so that parsing stops in the middle. */
const STOP_PARSING = 2;
const HTTP_METHODS: ReadonlySet<string> = new Set(METHODS);

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Line {
  readonly socket: Socket;
  readonly waiting: Exchange[];
  current: Exchange | undefined;
  /** The latest request; until its body is complete, a parser error is about that body. */
  latest: IncomingMessage | undefined;
  /**
   * True once nothing more is read. The requests already read are answered before the connection is closed.
   */
  isClosing: boolean;
  /** The response to a request that could not be read. It is written last. */
  lastBytes: string | undefined;
  /** The number of bytes that the client had not read at the last check. */
  unread: number;
}

/** Handles a request when its turn comes. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export class Connections {
  readonly #lines = new Map<Socket, Line>();
  /** Connections whose next request may be handled. */
  readonly #due: Line[] = [];
  /** Connections with several pipelined requests, which let other connections go first. */
  readonly #dueAhead: Line[] = [];
  #waitingCount = 0;
  #isScheduled = false;
  /** The time at which the current burst of requests must yield to other work. */
  #stretchEnds: number | undefined;
  #answer: Answer = () => undefined;
  readonly #connectionsMax: number;

  constructor(connectionsMax = CONNECTIONS_MAX) {
    this.#connectionsMax = connectionsMax;
  }

  /** Creates an HTTP server with these limits. The caller makes it listen. */
  createServer(answer: Answer): Server {
    this.#answer = answer;
    const server = createServer({
      headersTimeout: HEADERS_WITHIN_MS,
      requestTimeout: REQUEST_WITHIN_MS,
      connectionsCheckingInterval: CHECK_TIMES_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Our own handler checks the Host header and responds to upgrade requests.
      requireHostHeader: false,
      shouldUpgradeCallback: () => false,
    });
    server.timeout = SILENT_FOR_MS;
    server.maxConnections = this.#connectionsMax;
    server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION_MAX;
    server.on('connection', (socket: Socket) => this.#open(socket));
    for (const event of ['request', 'checkExpectation'])
      server.on(event, (request: IncomingMessage, response: ServerResponse) =>
        this.#take({ request, response }),
      );
    server.on('connect', (_request, socket) => {
      const line = socket instanceof Socket ? this.#lines.get(socket) : undefined;
      if (line) this.#sendLast(line, rawAnswerTo('CONNECT'));
      else socket.destroy();
    });
    server.once('listening', () => {
      const looking = setInterval(() => this.#closeUnread(), LOOK_EVERY_MS);
      looking.unref();
      server.once('close', () => clearInterval(looking));
    });
    return server;
  }

  /** Responds to a request that could not be read, after responding to the connection's earlier requests. */
  onClientError(
    error: Error & { readonly code?: string; readonly rawPacket?: unknown; readonly bytesParsed?: number },
    socket: Socket,
  ): void {
    const line = this.#lines.get(socket);
    // The client hung up or never used the connection, so it does not expect a response.
    if (!line || error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    if (line.isClosing) return;
    line.isClosing = true;
    const answer = rawAnswerTo(error.code, error.rawPacket, error.bytesParsed);
    const { current, latest, waiting } = line;
    if (latest && !latest.complete) {
      // The latest request's body is invalid or late. The error is the response to that request, unless a
      // response was already sent.
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
    this.#sendLast(line, answer);
  }

  /** Writes the last bytes to a connection after its earlier requests have been answered. */
  #sendLast(line: Line, lastBytes: string): void {
    line.isClosing = true;
    if (line.current || line.waiting.length > 0) line.lastBytes = lastBytes;
    else hangUp(line.socket, lastBytes);
  }

  #open(socket: Socket): void {
    if (this.#lines.size >= this.#connectionsMax - ROOM) this.#makeRoom();
    const line: Line = {
      socket,
      waiting: [],
      current: undefined,
      latest: undefined,
      isClosing: false,
      lastBytes: undefined,
      unread: 0,
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

  /**
   * Closes connections without a complete request in progress, including unused ones. Starts with the clients
   * that have the most connections, and closes their oldest ones first.
   */
  #makeRoom(): void {
    const closable = [...this.#lines.values()].filter(
      ({ current, waiting, latest }) => (!current && waiting.length === 0) || latest?.complete === false,
    );
    const clients = [
      ...Map.groupBy(closable, ({ socket }) => clientNetwork(socket.remoteAddress ?? '')).values(),
    ];
    const largestFirst = clients.sort((a, b) => b.length - a.length).flat();
    for (const { socket } of largestFirst.slice(0, ROOM)) socket.destroy();
  }

  /**
   * Returns true if another request may be read. Otherwise, the connection is closed after responding to the
   * requests already read.
   */
  #mayRead(line: Line): boolean {
    if (line.isClosing) return false;
    const ahead = line.waiting.length + (line.current ? 1 : 0);
    if (ahead === 0 || (ahead < PIPELINED_MAX && this.#waitingCount < WAITING_MAX)) return true;
    line.isClosing = true;
    // Pause the socket only once the parser is done, because the parser resumes reading after each request.
    process.nextTick(() => line.socket.pause());
    const last = line.waiting.at(-1) ?? line.current;
    if (last) last.response.shouldKeepAlive = false;
    return false;
  }

  #take(exchange: Exchange): void {
    const line = this.#lines.get(exchange.request.socket);
    if (!line) return;
    // The parser accepts RTSP methods, which the router cannot handle.
    if (!HTTP_METHODS.has(exchange.request.method ?? '')) {
      this.onClientError(new Error('not a method of HTTP'), line.socket);
      return;
    }
    line.latest = exchange.request;
    // Node's parser reads nothing after an upgrade request, so later requests could not be answered.
    if (exchange.request.headers.upgrade !== undefined) exchange.response.shouldKeepAlive = false;
    const isFirst = !line.current && line.waiting.length === 0;
    if (isFirst && this.#mayAnswerAtOnce()) this.#begin(line, exchange);
    else {
      line.waiting.push(exchange);
      this.#waitingCount += 1;
      if (isFirst) this.#makeDue(line);
    }
  }

  /**
   * Returns true while the current burst of requests is within its time limit. One turn of the event loop may
   * read from hundreds of connections; requests beyond the limit must wait for their turn.
   */
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
    else if (line.isClosing) hangUp(line.socket, line.lastBytes ?? '');
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
   * Serves the connections in turn, and reads new requests in between. Clients with one request go before
   * clients that pipelined more, but one of the latter gets a turn each time.
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

  /** Limits the output that clients have not read, by closing stalled connections, the largest first. */
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

/**
 * Returns the number of written bytes that the system has not yet accepted. Node's own count is less exact:
 * it includes a whole write until the last byte of that write is accepted.
 */
function unreadBytes(socket: Socket): number {
  const queued: unknown = Reflect.get(Object(Reflect.get(socket, '_handle')), 'writeQueueSize');
  return typeof queued === 'number' ? queued : socket.writableLength;
}

/**
 * Node calls this for each request whose headers have been read. The result determines how the parser
 * continues.
 */
interface Parser {
  onIncoming(request: IncomingMessage, keepAlive: boolean): number;
}

/**
 * Returns Node's parser, because there is no documented way to stop reading in the middle of a packet. The
 * Node version is pinned, and a test checks that this works.
 */
function parserOf(socket: Socket): Parser {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (
    typeof parser === 'object' &&
    parser !== null &&
    typeof Reflect.get(parser, 'onIncoming') === 'function'
  )
    // Checked just above; the function's type comes from Node.
    return parser as Parser;
  throw new Error(
    'This version of Node has another HTTP parser than http/limits/connections.ts was written for.',
  );
}
