import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import { countInMemory } from '../../../http/limits/rate-limits.ts';
import { buildServer } from '../../../http/server.ts';
import { createLogger } from '../../../platform/log/log.ts';
import { seeOther, sendPage } from '../forms/forms.ts';
import { html } from '../html.ts';
import { addFrame } from './frame-service.ts';
import { addLanguageSwitch } from './language-switch.ts';
import { preparePages } from './page-context.ts';
import { renderPage } from './render-page.ts';

const BASE = 'http://localhost';
const FRAME_OPTIONS = {
  findAgeNotice: async () => undefined,
  isFictional: async () => false,
  findSession: async () => undefined,
  operatorName: '',
  version: '1',
};
const HOSTILE = '" href="/typed" action="/typed';

describe('the language in an address', () => {
  const open = () =>
    buildServer({
      logger: createLogger('silent'),
      trustProxy: [],
      makeCounter: countInMemory,
      routes(app) {
        addFrame(app, FRAME_OPTIONS);
        addLanguageSwitch(app, { isSecure: true, perMinute: 0 });
        app.register(async (pages) => addPages(pages));
      },
    });

  test('follows the first part of the path, and the page links to the same address in the other language', async () => {
    const app = await open();
    const spanish = await app.inject('/es/page?q=a%26b');
    assert.match(spanish.body, /<html lang="es">/);
    assert.match(spanish.body, /Saltar al contenido/);
    assert.equal(switchIn(spanish.body), '/language/en?page=%2Fpage%3Fq%3Da%2526b');
    assert.equal(spanish.headers.vary, 'Cookie');
    const english = await app.inject('/page?q=a%26b');
    assert.match(english.body, /<html lang="en">/);
    assert.equal(switchIn(english.body), '/language/es?page=%2Fpage%3Fq%3Da%2526b');
    assert.equal(english.headers.vary, 'Cookie, Accept-Language');
    await app.close();
  });

  test('is listed for search engines together with the other language', async () => {
    const app = await open();
    const links = ['en', 'es', 'x-default'].map(
      (name) => `<link rel="alternate" hreflang="${name}" href="${BASE}/${name === 'es' ? 'es/' : ''}page">`,
    );
    for (const [url, canonical] of [
      ['/page', `${BASE}/page`],
      ['/es/page', `${BASE}/es/page`],
    ] as const) {
      const { body } = await app.inject(url);
      assert.ok(body.includes(`<link rel="canonical" href="${canonical}">`), url);
      assert.deepEqual(body.match(/<link rel="alternate"[^>]*>/g), links);
    }
    assert.equal((await app.inject('/english')).body.includes('hreflang'), false);
    await app.close();
  });

  test('carries over to links, forms and redirects, and typed text never becomes a link', async () => {
    const app = await open();
    const { body } = await app.inject(`/es/page?q=${encodeURIComponent(HOSTILE)}`);
    const main = /<main[\s\S]*<\/main>/.exec(body)?.[0] ?? '';
    assert.deepEqual(main.match(/(?:href|action)="[^"]*"/g), [
      'href="/es/page?q&#61;1"',
      'href="/api/v1/coverage"',
      'href="/organizer"',
      'href="#main"',
      'href="https://other.example/"',
      'action="/es/form"',
    ]);
    assert.ok(main.includes('&#34; href&#61;&#34;/typed&#34; action&#61;&#34;/typed'));
    assert.equal((await app.inject({ url: '/es/form', method: 'POST' })).headers.location, '/es/page?done');
    assert.equal((await app.inject({ url: '/form', method: 'POST' })).headers.location, '/page?done');
    await app.close();
  });

  test('is marked on links to pages that exist only in English, and on no other links', async () => {
    const app = await open();
    const mainOf = (body: string) => /<main[\s\S]*<\/main>/.exec(body)?.[0] ?? '';
    const spanish = mainOf((await app.inject(`/es/page?q=${encodeURIComponent('<a href="/docs">')}`)).body);
    assert.deepEqual(spanish.match(/<a [^>]*hreflang[^>]*>/g), ['<a href="/organizer" hreflang="en">']);
    assert.equal(mainOf((await app.inject('/page')).body).includes('hreflang'), false);
    await app.close();
  });

  test('is remembered only if chosen with the language switch; then addresses without a language redirect to it', async () => {
    const app = await open();
    const chosen = await app.inject('/language/es?page=%2Fpage%3Fq%3D1');
    assert.equal(chosen.statusCode, 303);
    assert.equal(chosen.headers.location, '/es/page?q=1');
    assert.equal(
      chosen.headers['set-cookie'],
      'language=es; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    const cookie = 'a=b; language=es';
    const led = await app.inject({ url: '/page?q=1', headers: { cookie } });
    assert.deepEqual([led.statusCode, led.headers.location], [302, '/es/page?q=1']);
    assert.deepEqual(
      [led.headers['cache-control'], led.headers.vary],
      ['no-store', 'Cookie, Accept-Language'],
    );
    assert.equal((await app.inject({ url: '/english', headers: { cookie } })).statusCode, 200);
    const back = await app.inject('/language/en?page=%2Fpage');
    assert.equal(back.headers.location, '/page');
    assert.match(String(back.headers['set-cookie']), /^language=en;/);
    for (const other of ['cookie=language=es', 'language=xx', 'xlanguage=es'])
      assert.equal((await app.inject({ url: '/page', headers: { cookie: other } })).statusCode, 200, other);
    await app.close();
  });

  test('cannot be used by a link to redirect to another site', async () => {
    const app = await open();
    for (const page of [
      '//other.example',
      'https://other.example',
      '/\\other.example',
      '/..//other.example',
      '',
    ])
      assert.equal(
        (await app.inject(`/language/es?${new URLSearchParams({ page })}`)).headers.location,
        '/es',
        page,
      );
    for (const url of ['/es//other.example', '/es//english', '/es/nothing', '/es/es/page'])
      assert.equal((await app.inject(url)).statusCode, 404, url);
    await app.close();
  });

  test('does not add another address for a page that exists only in English', async () => {
    const app = await open();
    const led = await app.inject('/es/english?q=1');
    assert.deepEqual([led.statusCode, led.headers.location], [302, '/english?q=1']);
    assert.equal((await app.inject({ url: '/es/api/v1/things', method: 'POST' })).statusCode, 404);
    assert.equal((await app.inject('/es/api/v1/things')).headers.location, '/api/v1/things');
    const { body } = await app.inject('/english');
    assert.equal(switchIn(body), undefined);
    await app.close();
  });

  test('is suggested, without a redirect, to a Spanish-speaking reader who has not chosen a language', async () => {
    const app = await open();
    const hinted = async (language: string, cookie = '') =>
      (await app.inject({ url: '/page', headers: { 'accept-language': language, cookie } })).body.includes(
        'Esta página está disponible en español.',
      );
    assert.equal(await hinted('es-US,es;q=0.9,en;q=0.5'), true);
    assert.equal(await hinted('en-US,es;q=0.5'), false);
    assert.equal(await hinted('est'), false);
    assert.equal(await hinted('es-US', 'language=en'), false);
    const spanish = await app.inject({ url: '/es/page', headers: { 'accept-language': 'es' } });
    assert.equal(spanish.body.includes('disponible'), false);
    await app.close();
  });
});

function switchIn(body: string): string | undefined {
  return /<a class="language" href="([^"]*)"/.exec(body)?.[1]?.replaceAll('&#61;', '=');
}

function addPages(pages: FastifyInstance): void {
  preparePages(pages, { forms: { bytesMax: 100, baseUrl: BASE } });
  pages.get('/page', { config: TRANSLATED }, async (request, reply) => {
    const language = languageOf(request);
    const typed = new URL(request.url, BASE).searchParams.get('q') ?? '';
    const main = html`<a href="/page?${'q=1'}">1</a> <a href="/api/v1/coverage">2</a> <a href="/organizer">3</a>
<a href="#main">4</a> <a href="https://other.example/">5</a> <form action="/form">${typed}</form>`;
    const page = {
      title: 'T',
      description: 'D',
      canonical: `${BASE}/page`,
      language,
      fictional: false,
      main,
    };
    return sendPage(reply, 200, renderPage(page));
  });
  pages.post('/form', { config: TRANSLATED }, async (_request, reply) => seeOther(reply, '/page?done'));
  pages.get('/english', async (_request, reply) =>
    sendPage(reply, 200, renderPage({ title: 'T', description: 'D', fictional: false, main: html`x` })),
  );
  for (const method of ['GET', 'POST'] as const)
    pages.route({ method, url: '/api/v1/things', handler: async () => ({}) });
}
