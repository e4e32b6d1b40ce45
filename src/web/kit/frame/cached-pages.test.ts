import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { TRANSLATED } from '../../../http/input/choose-language.ts';
import { countInMemory } from '../../../http/limits/rate-limits.ts';
import { buildServer } from '../../../http/server.ts';
import { createLogger } from '../../../platform/log/log.ts';
import { html } from '../html.ts';
import type { AgeNotice } from './age-notice.ts';
import { FilledPages } from './cached-pages.ts';
import { addFrame } from './frame-service.ts';
import { addLanguageSwitch } from './language-switch.ts';
import { preparePages } from './page-context.ts';
import { PAGE_HEADERS, renderPage } from './render-page.ts';

const NAME = 'Nora Nosy';

/** Starts an app with one page whose bytes never change and one that is rendered for each request. */
async function open() {
  const world = { notice: undefined as AgeNotice | undefined, isFictional: false };
  const text = renderPage({ title: 'Page', description: '', fictional: undefined, main: html`<p>x</p>` });
  const kept = Buffer.from(text.toString());
  const app = await buildServer({
    logger: createLogger('silent'),
    trustProxy: [],
    makeCounter: countInMemory,
    routes(all) {
      addFrame(all, {
        findAgeNotice: async () => world.notice,
        isFictional: async () => world.isFictional,
        findSession: async ({ cookie }) =>
          cookie?.includes('session_token=nora')
            ? { accountId: '1', name: NAME, email: 'n@x.example', sessionId: 's' }
            : undefined,
        operatorName: '',
        version: '1',
      });
      addLanguageSwitch(all, { isSecure: false, perMinute: 0 });
      all.register(async (pages) => {
        preparePages(pages);
        const config = TRANSLATED;
        pages.get('/page', { config }, (_request, reply) => reply.headers(PAGE_HEADERS).send(kept));
        pages.get('/fresh', { config }, (_request, reply) =>
          reply.headers(PAGE_HEADERS).send(Buffer.from(kept)),
        );
      });
    },
  });
  const get = async (url: string, headers: Record<string, string> = {}) =>
    (await app.inject({ url, headers })).body;
  return { app, world, get };
}

describe('a cached page', () => {
  test('is identical to the page rendered for each request, for every reader', async () => {
    const { app, world, get } = await open();
    const visitors = [
      {},
      { 'accept-language': 'es-MX,es;q=0.9' },
      { cookie: 'session_token=nora' },
      { cookie: 'session_token=gone' },
    ];
    const worlds = [
      {},
      { isFictional: true },
      { notice: { title: 'Old', text: 'The records are old.' } },
      { notice: { title: 'Old', text: 'The records are older.' } },
      { notice: undefined, isFictional: false },
    ];
    for (const change of worlds) {
      Object.assign(world, change);
      for (const headers of [...visitors, ...visitors, ...visitors])
        for (const query of ['', '?q=1', '?q=2']) {
          const fresh = await get(`/fresh${query}`, headers);
          assert.equal(await get(`/page${query}`, headers), fresh.replaceAll('fresh', 'page'));
        }
    }
    await app.close();
  });

  test('never contains the previous reader’s name', async () => {
    const { app, get } = await open();
    for (let times = 0; times < 3; times += 1) {
      assert.ok((await get('/page', { cookie: 'session_token=nora' })).includes(NAME));
      assert.equal((await get('/page')).includes(NAME), false);
    }
    await app.close();
  });

  test('is filled in once for all readers who receive the same page', async () => {
    const page = Buffer.from('page');
    const pages = new FilledPages({ bytesMax: 10 });
    const request = (url: string) => ({ ...REQUEST, url, originalUrl: url }) as unknown as FastifyRequest;
    const filled = { needs: NEEDS, notice: undefined, fictional: false, page };
    pages.keep(page, request('/a'), filled);
    assert.equal(pages.find(page, request('/a')), undefined, 'asked for once');
    pages.keep(page, request('/a'), filled);
    pages.keep(page, request('/a?q=1'), filled);
    assert.equal(pages.find(page, request('/a')), filled);
    assert.equal(pages.find(page, request('/a?q=1')), undefined, 'there is no end of queries');
    for (const name of ['b', 'c']) {
      const other = Buffer.from(name.repeat(4));
      for (let times = 0; times < 2; times += 1)
        pages.keep(other, request(`/${name}`), { ...filled, page: other });
    }
    assert.equal(pages.find(page, request('/a')), undefined, 'the oldest made room');
  });
});

const NEEDS = { language: 'en', demo: false, account: false, scripts: [] } as const;
const REQUEST = { method: 'GET', headers: {}, routeOptions: { config: TRANSLATED } };
