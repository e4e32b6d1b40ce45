import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../../http/limits/rate-limits.ts';
import { ownBytes } from '../../../lib/files/copy-bytes.ts';
import { LANGUAGES, type Language } from '../../../lib/language/language.ts';
import { finishesWithin } from '../../../lib/wait-within.ts';
import { EMPTY_HTML, type Html, html } from '../html.ts';
import { readStyles, stylesAddress } from '../styles-service.ts';
import { type AgeNotice, renderAgeNotice } from './age-notice.ts';
import { FilledPages, type PageNeeds } from './cached-pages.ts';
import { finishPage, isPage, languageOfPage } from './language-switch.ts';
import { SCRIPTED_PAGE_HEADERS } from './render-page.ts';
import { type FindSession, hasSession } from './session.ts';
import {
  PLACES,
  renderAccountMenu,
  renderDemoBanner,
  renderService,
  renderStyleLink,
  type ShownAccount,
} from './site-frame.ts';

/**
 * How long a page waits for a lookup. After that, the page is sent with the last known value, or without a
 * value if there is none.
 */
const WAIT_MS = 500;

interface FrameOptions {
  readonly findAgeNotice: (language: Language) => Promise<AgeNotice | undefined>;
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly findSession: FindSession;
  /** The operator's name; empty if not configured. */
  readonly operatorName: string;
  readonly version: string;
}

/**
 * Fills in the frame's placeholders when a page is sent, including error pages and cached pages. The age
 * notice depends on the date, and the account menu depends on the reader. Rendered pages contain neither, so
 * cached pages hold no reader's data.
 */
export function addFrame(app: FastifyInstance, options: FrameOptions): void {
  const ages = LANGUAGES.map((language) => {
    const find = () => options.findAgeNotice(language);
    return [language, lastKnown(find, 'could not check how old the records are')] as const;
  });
  const noticeIn = new Map(ages);
  const isFictional = lastKnown(options.isFictional, 'could not check whether the records are fictional');
  const { version: stylesVersion } = readStyles();
  const styles = renderStyleLink(stylesAddress(stylesVersion)).toString();
  const mark = `.${stylesVersion}"`;

  // Pages in a browser's cache can be out of date: the menu changes at sign-in, and the styles change with an
  // upgrade.
  const marked = new WeakSet<FastifyRequest>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    const held = headers['if-none-match'];
    if (hasSession(headers)) delete headers['if-none-match'];
    else if (held?.includes(mark)) {
      marked.add(request);
      headers['if-none-match'] = held.replaceAll(mark, '"');
    }
    done();
  });
  // Not async, because the hook also runs for responses to programs, which it passes through unchanged.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 304) {
      if (marked.has(request)) markTag(reply, mark);
      // The browser's cached copy of the page keeps its own policy.
      reply.removeHeader('content-security-policy');
    }
    if (!isPage(reply)) return done(null, payload);
    reply.header('vary', reply.getHeader('vary') ?? 'Cookie');
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload);
    fill(request, reply, payload).then((page) => done(null, page), done);
  });
  const filled = new FilledPages();
  const fill = async (request: FastifyRequest, reply: FastifyReply, payload: string | Buffer) => {
    const known = filled.find(payload, request);
    const needs = known?.needs ?? needsOf(payload.toString());
    const [notice, fictional, account] = await Promise.all([
      noticeIn.get(needs.language)?.(request),
      needs.demo ? isFictional(request) : undefined,
      needs.account ? findAccount(options, request, reply) : undefined,
    ]);
    if (account) keepPrivate(reply);
    else markTag(reply, mark);
    if (needs.scripts.length > 0) reply.headers(SCRIPTED_PAGE_HEADERS);
    if (known && !account && known.notice === notice?.text && known.fictional === fictional)
      return known.page;
    const { language } = needs;
    const page = payload
      .toString()
      .replace(STYLES, styles)
      .replace(SCRIPTS, needs.scripts.map(scriptTag).join(''))
      .replace(DEMO, () => (fictional ? renderDemoBanner(language) : EMPTY_HTML).toString())
      .replace(NOTICES, () => (notice ? renderAgeNotice(notice, language) : EMPTY_HTML).toString())
      .replace(SERVICE, () => renderService(options, language).toString());
    const menu = account && renderAccountMenu(account, language);
    const whole = finishPage(request, needs.account ? fillAccount(page, menu) : page);
    if (account || typeof payload === 'string') return whole;
    return filled.keep(payload, request, {
      needs,
      fictional,
      notice: notice?.text,
      page: ownBytes(whole),
    });
  };
}

const STYLES = PLACES.styles.toString();
const SCRIPTS = PLACES.scripts.toString();
/**
 * Finds out which scripts a page needs from the elements that the scripts work on. Templates escape quotes in
 * text, so a match can only come from a template.
 */
const SCRIPTED: readonly (readonly [mark: string, script: string])[] = [
  ['<textarea class="copyable"', '/assets/copy.js'],
  ['<form data-documents="', '/assets/documents.js'],
  ['<section class="part" data-log-proof="', '/assets/proof.js'],
  ['<form data-passkey="', '/assets/passkeys.js'],
];
const scriptTag = (script: string) => html`\n<script type="module" src="${script}"></script>`.toString();
const DEMO = PLACES.demo.toString();
const NOTICES = PLACES.notices.toString();
const SERVICE = PLACES.service.toString();
const ACCOUNT = PLACES.account.toString();

function needsOf(page: string): PageNeeds {
  return {
    language: languageOfPage(page),
    demo: page.includes(DEMO),
    account: page.includes(ACCOUNT),
    scripts: SCRIPTED.filter(([mark]) => page.includes(mark)).map(([, script]) => script),
  };
}

/**
 * Fills in the account menu. If there is no menu, keeps the content for visitors, which is between the two
 * placeholders.
 */
function fillAccount(page: string, menu: Html | undefined): string {
  const [before = '', forVisitors = '', ...after] = page.split(ACCOUNT);
  const rest = after.join('');
  if (!menu) return `${before}${forVisitors}${rest}`;
  return `${before}${rest.replace('</nav>', () => `</nav>\n${menu.toString()}`)}`;
}

async function findAccount(
  { findSession }: FrameOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ShownAccount | undefined> {
  if (request.signedIn) return request.signedIn;
  if (!hasSession(request.headers)) return undefined;
  const limits = LIMIT_HEADERS.map((name) => [name, reply.getHeader(name)] as const);
  const found = (async () => {
    await request.server.sessionLimits?.countNetwork(reply, networkOf(request));
    return findSession(request.headers);
  })();
  // A failed menu lookup must not make the page fail, and must not change the page's own rate-limit headers.
  const isFinished = await finishesWithin(found, WAIT_MS);
  for (const [name, value] of limits) {
    if (value === undefined) reply.removeHeader(name);
    else reply.header(name, value);
  }
  return isFinished ? found.catch(() => undefined) : undefined;
}

/**
 * Adds the style version to the page's ETag, so that a browser's cached copy is not reused after the styles
 * change.
 */
function markTag(reply: FastifyReply, mark: string): void {
  const tag = reply.getHeader('etag');
  if (typeof tag === 'string') reply.header('etag', tag.replace(/"$/, mark));
}

const LIMIT_HEADERS = ['ratelimit', 'ratelimit-policy'] as const;

/**
 * Keeps a page that shows an account's name out of shared caches. The browser requests the page again after
 * sign-out.
 */
function keepPrivate(reply: FastifyReply): void {
  reply.removeHeader('etag');
  reply.header('cache-control', 'no-store');
}

/**
 * Looks up a value within a time limit. While the lookup keeps failing, returns the last known value and logs
 * only the first failure.
 */
function lastKnown<Value>(
  find: () => Promise<Value>,
  failed: string,
): (request: FastifyRequest) => Promise<Value | undefined> {
  let known: Value | undefined;
  let isFailing = false;
  return async ({ log }) => {
    const asked = find().then(
      (value) => {
        known = value;
        isFailing = false;
      },
      (error: unknown) => {
        if (!isFailing) log.warn({ err: error }, failed);
        isFailing = true;
      },
    );
    await finishesWithin(asked, WAIT_MS);
    return known;
  };
}
