import type { FastifyReply, FastifyRequest } from 'fastify';
import { logSecurity } from '../../platform/log/security-log.ts';

/**
 * Writes one line to the security log when a known caller requests a row that is not theirs: another
 * account's row, a deleted one, or one that never existed. As in the response, the three are not
 * distinguished, so nothing has to be looked up.
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
