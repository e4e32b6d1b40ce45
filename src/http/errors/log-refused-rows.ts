import type { FastifyReply, FastifyRequest } from 'fastify';
import { logSecurity } from '../../platform/log/security-log.ts';

/**
 * Logs a security event when a known caller requests a row and gets 404. The row may belong to another
 * account, have been deleted, or never have existed. The log does not distinguish between these, and neither
 * does the response, so nothing has to be looked up.
 */
export function logRefusedRow(
  request: FastifyRequest,
  reply: FastifyReply,
  who: { readonly account_id: string; readonly key_id?: string },
): void {
  const { url } = request.routeOptions;
  if (reply.statusCode !== 404 || !url?.includes(':')) return;
  logSecurity(request.log, 'row_refused', { ...who, route: url });
}
