import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

const DESCRIPTION = `License, inspections, score and grade of Florida food trucks, hot dog carts and caterers, made from
public records of the Florida DBPR by a published method. Independent: the DBPR grades nobody.

Open endpoints need no key; any origin may read them. Those of your own events and applications need one, made under
Settings → API keys and sent as \`Authorization: Bearer svc_pk_…\`. Endpoints under \`/api/v1\` answer with an envelope
(\`data\`, \`meta\`, \`error\`); those under \`/api/vendors\` answer plainly. Every error has a stable \`code\`, every
answer an \`X-Request-Id\`. Limits are told in \`RateLimit\` headers. New fields may be added at any time.

**Where an answer says \`fictional: true\`, it is demo data and no such business exists.**`;

/** Nothing from elsewhere; the hash is that of the one style the page sets itself. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; " +
  "img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** The OpenAPI 3.1 document at /openapi.json, made from the routes' own schemas, and its page at /docs. */
export function addOpenApi(app: FastifyInstance): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Vendor Compliance Read API', version: '1', description: DESCRIPTION },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key, `svc_pk_<key id>.<key secret>`.',
          },
        },
      },
      tags: [
        { name: 'vendors', description: 'Search, identity, scorecard and badge' },
        { name: 'statistics', description: 'The state as a whole, and the data behind it' },
        {
          name: 'decisions',
          description: 'May this vendor be booked, with proof; and what holds a vendor back',
        },
        { name: 'events', description: 'Your events, and those that take applications' },
        { name: 'applications', description: 'What vendors sent to your events' },
        { name: 'service', description: 'Is it alive, is it ready' },
      ],
    },
  });
  app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: () => CONTENT_SECURITY_POLICY,
    uiConfig: { validatorUrl: null, deepLinking: false, docExpansion: 'list', tryItOutEnabled: true },
    theme: {
      title: 'Vendor Compliance Read API: endpoints',
      css: [{ filename: 'theme.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .header('access-control-allow-origin', '*')
      .send(app.swagger()),
  );
}
