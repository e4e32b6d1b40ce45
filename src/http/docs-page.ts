import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { sendCacheable } from './caching.ts';

/**
 * The page for trying the endpoints. Its files come from a package and are loaded into memory once, so no request opens a
 * file or turns an address into a path.
 */

/** Allows nothing from elsewhere; the hash is that of the page's one inline style. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; " +
  "img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const MAX_AGE_SECONDS = 3_600;
const TITLE = 'Vendor Compliance Read API: endpoints';
const HTML = 'text/html; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLE}</title>
<link rel="stylesheet" href="/docs/static/swagger-ui.css">
<link rel="stylesheet" href="/docs/static/page.css">
<link rel="icon" type="image/svg+xml" href="/assets/icon.svg">
</head>
<body>
<div id="swagger-ui"></div>
<noscript><p>This page needs JavaScript. <a href="/openapi.json">The same as an OpenAPI 3.1 document</a> does not.</p></noscript>
<script src="/docs/static/swagger-ui-bundle.js"></script>
<script src="/docs/static/page.js"></script>
</body>
</html>
`;

const PAGE_STYLE = 'body { margin: 0; background: #fafafa }\n';

const PAGE_SCRIPT = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: false,
  docExpansion: 'list',
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** Serves the page and its files under `/docs`. */
export function addDocsPage(app: FastifyInstance, onRequest: onRequestAsyncHookHandler[]): void {
  const fromPackage = createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json');
  const read = (file: string) => readFileSync(new URL(`static/${file}`, `file://${fromPackage}`));
  const files: readonly (readonly [address: string, type: string, body: Buffer])[] = [
    ['/docs', HTML, Buffer.from(PAGE)],
    ['/docs/', HTML, Buffer.from(PAGE)],
    ['/docs/static/page.css', STYLE, Buffer.from(PAGE_STYLE)],
    ['/docs/static/page.js', SCRIPT, Buffer.from(PAGE_SCRIPT)],
    ['/docs/static/swagger-ui.css', STYLE, read('swagger-ui.css')],
    ['/docs/static/swagger-ui-bundle.js', SCRIPT, read('swagger-ui-bundle.js')],
  ];
  for (const [address, type, body] of files) {
    const hash = createHash('sha1').update(body).digest('base64url');
    app.get(address, { schema: { hide: true }, onRequest }, async (request, reply) => {
      reply.headers({
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
      });
      return sendCacheable(request, reply, { body, type, hash, maxAgeSeconds: MAX_AGE_SECONDS });
    });
  }
}
