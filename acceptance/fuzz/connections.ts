import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { BadResponse, headerOf, type Response, ResponseReader } from './response.ts';

/** The outcome of a request. */
export type Exchange =
  | { readonly kind: 'answer'; readonly response: Response }
  | { readonly kind: 'no answer' | 'bad answer'; readonly why: string };

const ANSWER_WITHIN_MS = 40_000;

/**
 * A client that sends one request at a time over one connection, which it keeps open as long as the service
 * allows.
 */
export class Client {
  private readonly port: number;
  private socket: Socket | undefined;
  private reader = new ResponseReader();
  private isFresh = true;

  constructor(port: number) {
    this.port = port;
  }

  /**
   * Sends a request. If the old connection turns out to be closed, the request is sent again on a new one.
   */
  async send(bytes: Buffer, isHead: boolean): Promise<Exchange> {
    const isReused = this.socket !== undefined && !this.socket.destroyed && this.socket.readable;
    const first = await this.sendOnce(bytes, isHead);
    return isReused && first.kind === 'no answer' && first.why.startsWith('closed')
      ? this.sendOnce(bytes, isHead)
      : first;
  }

  close(): void {
    this.socket?.destroy();
    this.socket = undefined;
  }

  private async sendOnce(bytes: Buffer, isHead: boolean): Promise<Exchange> {
    let exchange: Exchange;
    try {
      const socket = await this.open();
      socket.write(bytes);
      exchange = await this.receive(socket, isHead);
    } catch (error) {
      exchange = { kind: 'no answer', why: `not connected: ${messageOf(error)}` };
    }
    if (exchange.kind !== 'answer' || closesAfter(exchange.response)) this.close();
    return exchange;
  }

  private async open(): Promise<Socket> {
    const { socket } = this;
    if (socket && !socket.destroyed && socket.readable && this.reader.isAtStart) {
      this.isFresh = false;
      return socket;
    }
    this.close();
    const opened = connect({ host: '127.0.0.1', port: this.port, noDelay: true });
    await once(opened, 'connect');
    // A reset after the response does not matter, and an earlier reset is noticed as a close.
    opened.on('error', () => {});
    this.socket = opened;
    this.reader = new ResponseReader();
    this.isFresh = true;
    return opened;
  }

  private receive(socket: Socket, isHead: boolean): Promise<Exchange> {
    const { reader } = this;
    return new Promise((resolve) => {
      const finish = (exchange: Exchange) => {
        clearTimeout(timer);
        socket.removeAllListeners('data').removeAllListeners('end').removeAllListeners('close');
        resolve(exchange);
      };
      const look = () => {
        try {
          const response = reader.next(isHead);
          if (response) finish({ kind: 'answer', response });
        } catch (error) {
          if (!(error instanceof BadResponse)) throw error;
          finish({ kind: 'bad answer', why: error.message });
        }
      };
      const timer = setTimeout(
        () => finish({ kind: 'no answer', why: `silence for ${ANSWER_WITHIN_MS / 1_000} s` }),
        ANSWER_WITHIN_MS,
      );
      socket.on('data', (chunk: Buffer) => {
        reader.push(chunk);
        look();
      });
      socket.on('end', () => {
        reader.end();
        look();
      });
      socket.on('close', () =>
        finish({ kind: 'no answer', why: this.isFresh ? 'closed without an answer' : 'closed' }),
      );
    });
  }
}

function closesAfter(response: Response): boolean {
  return headerOf(response, 'connection')?.toLowerCase() === 'close' || response.status === 101;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
