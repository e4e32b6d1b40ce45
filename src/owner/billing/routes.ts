import type { FastifyPluginAsync } from 'fastify';
import { AppError } from '../../http/errors/errors.ts';
import { networkOf } from '../../http/limits/rate-limits.ts';
import type { BillingService } from './service.ts';

const BODY_BYTES_MAX = 256 * 1024;

/**
 * `POST /webhooks/stripe` receives Stripe's events. The signature over the exact bytes authenticates the
 * sender, so the body is not parsed, and cookies and origin do not matter. Stripe resends an event after any
 * response other than 2xx.
 */
export const webhookRoutes: FastifyPluginAsync<{
  readonly billing: Pick<BillingService, 'takeEvent'>;
  /** The limit per IP address on notices without a valid signature. */
  readonly limits: { readonly ACCOUNT: number };
}> = async (app, { billing, limits }) => {
  app.removeAllContentTypeParsers();
  const countForged = app.takeLimit({ name: 'webhook-forged', perMinute: limits.ACCOUNT });
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
    done(null, body),
  );
  app.post(
    '/webhooks/stripe',
    { schema: { hide: true }, bodyLimit: BODY_BYTES_MAX },
    async (request, reply) => {
      const { body, headers } = request;
      const signature = headers['stripe-signature'];
      const outcome =
        Buffer.isBuffer(body) && typeof signature === 'string'
          ? await billing.takeEvent(body, signature)
          : undefined;
      if (outcome === undefined) {
        await countForged(reply, networkOf(request));
        throw new AppError('invalid_body', 'The signature of this notice is not good.');
      }
      request.log.info({ outcome }, 'received a payment notification');
      return reply.header('cache-control', 'no-store').send({ received: true });
    },
  );
};
