import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Recorder } from '../../platform/telemetry-recorder.ts';
import { AppError } from '../errors/errors.ts';
import { hangUp, rawAnswerTo } from '../errors/raw-answers.ts';
import { networkOf } from './rate-limits.ts';

/**
 * Limits on requests whose bodies are still arriving, for each client and in total. Other limits count a
 * request only once its body is complete, or apply to only a few routes. Without these limits, a few thousand
 * unfinished bodies would use up every connection and a gigabyte of memory.
 */
const OPEN_BODIES = {
  /** The maximum number of such requests from one network. */
  ofNetwork: 64,
  /** The maximum number of bytes received for the requests of one network. */
  bytesOfNetwork: 32 * 1024 * 1024,
  /** The maximum number of bytes received for the requests of all networks. */
  bytes: 192 * 1024 * 1024,
};

interface Held {
  requests: number;
  bytes: number;
}

const RETRY_AFTER_SECONDS = 1;

/**
 * Rejects a request with a body, before or while it is read, if its client has too many unfinished bodies.
 */
export function limitOpenBodies(
  app: FastifyInstance,
  recorder?: Pick<Recorder, 'limitHit'>,
  bounds = OPEN_BODIES,
): void {
  const networks = new Map<string, Held>();
  const total: Held = { requests: 0, bytes: 0 };

  app.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request)) return done();
    const network = networkOf(request);
    const own = networks.get(network) ?? { requests: 0, bytes: 0 };
    const isFull = () => own.bytes > bounds.bytesOfNetwork || total.bytes > bounds.bytes;
    if (own.requests >= bounds.ofNetwork || isFull()) {
      recorder?.limitHit('open-bodies');
      reply.header('connection', 'close');
      return done(refusal());
    }
    networks.set(network, own);
    const { raw } = request;
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      own.bytes += chunk.length;
      total.bytes += chunk.length;
      if (!isFull()) return;
      recorder?.limitHit('open-bodies');
      // Further data stays in the system's buffers until the connection is closed.
      raw.pause();
      hangUp(raw.socket, rawAnswerTo(refusal()));
    };
    // The stream stays paused until the body's reader resumes it; only then does data arrive.
    raw.pause();
    raw.on('data', count);
    own.requests += 1;
    reply.raw.once('close', () => {
      raw.off('data', count);
      own.requests -= 1;
      own.bytes -= bytes;
      total.bytes -= bytes;
      if (own.requests === 0) networks.delete(network);
    });
    done();
  });
}

function refusal(): AppError {
  return new AppError(
    'rate_limited',
    'Too many requests of yours, or too much of them, are being received. Send fewer at a time.',
    { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
  );
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}
