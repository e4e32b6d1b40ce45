import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { sendCacheable } from '../../http/answers/send-cacheable.ts';
import { documented, NOT_MODIFIED } from '../../http/schemas.ts';
import type { ReceiptService } from './service.ts';

const Jwks = Type.Object(
  {
    keys: Type.Array(
      Type.Object(
        {
          kty: Type.Literal('OKP'),
          crv: Type.Literal('Ed25519'),
          alg: Type.Literal('EdDSA'),
          use: Type.Literal('sig'),
          kid: Type.String(),
          x: Type.String(),
          iat: Type.Integer(),
          retired_at: Type.Optional(Type.Integer()),
          compromised_at: Type.Optional(Type.Integer()),
        },
        { title: 'PublicKey' },
      ),
    ),
    log_keys: Type.Array(Type.String(), {
      description:
        'The keys of the public log, as c2sp.org/signed-note writes them; of each log the one of its signature and the one of its signature with a time.',
    }),
  },
  { title: 'PublicKeySet' },
);

/** The route for the public keys, which anyone can use to verify a receipt offline. */
export const receiptRoutes: FastifyPluginAsyncTypebox<{
  readonly receipts: ReceiptService;
  readonly limits: { readonly VERIFY: number };
}> = async (app, options) => {
  app.get(
    '/.well-known/jwks.json',
    {
      onRequest: app.rateLimit({ name: 'jwks', perMinute: options.limits.VERIFY }),
      schema: {
        operationId: 'getPublicKeys',
        summary: 'Public keys of receipts',
        tags: ['decisions'],
        response: {
          ...NOT_MODIFIED,
          200: documented('A JWK Set (RFC 7517).', 'application/jwk-set+json', Jwks),
        },
      },
    },
    async (request, reply) =>
      sendCacheable(request, reply, {
        body: JSON.stringify(options.receipts.publicKeys()),
        type: 'application/jwk-set+json',
        maxAgeSeconds: 300,
      }),
  );
};
