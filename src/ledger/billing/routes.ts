import type { FastifyPluginAsync } from 'fastify';
import { AppError } from '../../http/errors.ts';
import { networkOf } from '../../http/rate-limits.ts';
import type { BillingService } from './service.ts';

const BODY_BYTES_MAX = 256 * 1024;

/**
 * `POST /webhooks/stripe`: what Stripe tells. Who sends it is shown by the signature over the very bytes, so the body
 * is taken unread, and no cookie or origin matters. Any answer but 2xx makes Stripe send it again later.
 */
export const webhookRoutes: FastifyPluginAsync<{
  readonly billing: Pick<BillingService, 'takeEvent'>;
  /** Notices without a good signature, from one address. */
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
      request.log.info({ outcome }, 'payment notice');
      return reply.header('cache-control', 'no-store').send({ received: true });
    },
  );
};
