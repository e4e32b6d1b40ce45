import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { RawCase } from './raw-case.ts';
import { BadResponse, type Response, ResponseReader } from './response.ts';

/** Everything received over one connection. */
export interface RawResult {
  readonly responses: readonly Response[];
  /** A description of the response that is not valid HTTP, if there is one. */
  readonly badAnswer: string | undefined;
  /**
   * `us`: we were done, or dropped the connection. `nobody`: the server left the connection open after we
   * were done.
   */
  readonly closedBy: 'server' | 'us' | 'nobody';
  /** True if nothing arrived within the time limit. */
  readonly isSilent: boolean;
}

/** This is longer than any response takes. A rejection is immediate. */
const ANSWER_WITHIN_MS = 10_000;
/** The time to wait after a case that does not require a response. */
const QUIET_MS = 60;
const CLOSE_WITHIN_MS = 10_000;

/** Writes a case to its own connection, and reads until the case is over. */
export async function sendRaw(port: number, made: RawCase): Promise<RawResult> {
  const talk = new Talk(port, made);
  try {
    await talk.write();
    await talk.listen();
    return talk.result();
  } finally {
    talk.socket.destroy();
  }
}

class Talk {
  readonly socket: Socket;
  private readonly made: RawCase;
  private readonly isHead: boolean;
  private readonly reader = new ResponseReader();
  private readonly responses: Response[] = [];
  private badAnswer: string | undefined;
  private received = 0;
  private isClosed = false;
  private hasEnded = false;
  private isDone = false;
  private isSilent = false;
  private wake: () => void = () => {};

  constructor(port: number, made: RawCase) {
    this.made = made;
    this.isHead = made.parts[0]?.toString('latin1', 0, 5) === 'HEAD ';
    // Uses many client addresses, as there would be in reality. All of 127/8 is this machine.
    const localAddress = `127.0.${1 + (made.index % 200)}.${1 + (Math.floor(made.index / 200) % 200)}`;
    this.socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true, allowHalfOpen: true });
    this.socket.on('error', () => {});
    this.socket.on('data', (chunk: Buffer) => this.take(chunk));
    this.socket.on('end', () => this.takeEnd());
    this.socket.on('close', () => {
      this.isClosed = true;
      this.wake();
    });
  }

  async write(): Promise<void> {
    const { parts, pauseMs } = this.made;
    for (const [at, part] of parts.entries()) {
      if (this.isClosed || this.hasEnded) return;
      await new Promise<void>((resolve) => this.socket.write(part, () => resolve()));
      if (at < parts.length - 1) await (pauseMs > 0 ? wait(pauseMs) : new Promise(setImmediate));
    }
  }

  /**
   * Reads until all responses have arrived, the server has closed the connection, or nothing more is
   * expected. Then closes our side.
   */
  async listen(): Promise<void> {
    const { end, resetAfter, mustAnswer, expects, answersMax } = this.made;
    if (end === 'reset') return void this.socket.resetAndDestroy();
    if (end === 'fin' && !mustAnswer) return this.sayDone();
    const wanted = expects === 'answered' ? answersMax : 1;
    const isOver = () =>
      this.isClosed || this.hasEnded || this.badAnswer !== undefined || this.responses.length >= wanted;
    const limit = mustAnswer || resetAfter !== undefined ? ANSWER_WITHIN_MS : QUIET_MS;
    await this.until(isOver, limit);
    if (mustAnswer && !isOver()) this.isSilent = true;
    if (resetAfter !== undefined) return;
    if (!this.isClosed && !this.hasEnded)
      await this.until(
        () => this.isClosed || this.hasEnded,
        answersMax > wanted || this.responses.length > 0 ? QUIET_MS / 4 : 0,
      );
    await this.sayDone();
  }

  result(): RawResult {
    const { responses, badAnswer, isSilent } = this;
    const closedBy = this.isDone
      ? this.isClosed || this.hasEnded
        ? 'us'
        : 'nobody'
      : this.isClosed || this.hasEnded
        ? 'server'
        : 'us';
    return { responses, badAnswer, isSilent, closedBy };
  }

  private async sayDone(): Promise<void> {
    if (this.isClosed) return;
    this.isDone = !this.hasEnded;
    this.socket.end();
    await this.until(() => this.isClosed || this.hasEnded, CLOSE_WITHIN_MS);
  }

  private take(chunk: Buffer): void {
    this.received += chunk.length;
    const { resetAfter } = this.made;
    if (resetAfter !== undefined && this.received > resetAfter) return void this.socket.resetAndDestroy();
    this.reader.push(chunk);
    this.read();
  }

  private takeEnd(): void {
    this.hasEnded = true;
    this.reader.end();
    if (!this.reader.isAtStart) this.read();
    this.wake();
  }

  private read(): void {
    if (this.badAnswer !== undefined) return;
    try {
      while (!this.reader.isAtStart) {
        const response = this.reader.next(this.isHead && this.responses.length === 0);
        if (response === undefined) break;
        this.responses.push(response);
      }
    } catch (error) {
      if (!(error instanceof BadResponse)) throw error;
      this.badAnswer = error.message;
    }
    this.wake();
  }

  /** Waits until a condition is met, up to the time limit. Checks it whenever something happens. */
  private async until(isOver: () => boolean, withinMs: number): Promise<void> {
    const end = performance.now() + withinMs;
    for (let left = withinMs; !isOver() && left > 0; left = end - performance.now())
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.wake = () => {};
  }
}
