import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Recorder } from '../platform/telemetry-recorder.ts';
import { METHODS } from './input/other-methods.ts';

/** The label for all requests without a route, so that callers cannot add labels of their own. */
const UNKNOWN_ROUTE = 'unknown';
const KNOWN: ReadonlySet<string> = new Set(METHODS);

type RequestRecorder = Pick<Recorder, 'request'>;

/** Records each answered request under its route's template. Does nothing without a recorder. */
export function recordRequests(app: FastifyInstance, recorder: RequestRecorder | undefined): void {
  if (!recorder) return;
  app.addHook('onResponse', (request, reply, done) => {
    tell(recorder, request, reply);
    done();
  });
}

/** Records a request that is answered before any hook runs. */
export function recordUnrouted(
  recorder: RequestRecorder | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (recorder) reply.raw.once('finish', () => tell(recorder, request, reply));
}

function tell(recorder: RequestRecorder, request: FastifyRequest, reply: FastifyReply): void {
  const { method, is404, routeOptions } = request;
  const route = is404 ? undefined : routeOptions.url;
  recorder.request(
    KNOWN.has(method) ? method : 'other',
    route ?? UNKNOWN_ROUTE,
    reply.raw.statusCode,
    reply.elapsedTime / 1000,
    request,
  );
}
