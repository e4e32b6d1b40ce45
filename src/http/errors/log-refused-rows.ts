import type { FastifyReply, FastifyRequest } from 'fastify';
import { logSecurity } from '../../platform/log/security-log.ts';

/**
 * One line of the security log when somebody known asks for a row that they have not: another's, a deleted or a made-up one. The three are not told apart,
 * here as in the answer, so nothing is looked up for it.
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
