import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** The path of the installed browser. `CHROMIUM` selects a browser other than Debian's. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS, ...QUIET] });
}

export interface Inspector {
  /**
   * Checks the page in its current state. It must be accessible in light and dark mode, and must not send
   * requests to other sites. Takes a screenshot at each width.
   */
  look(page: Page, name: string): Promise<void>;
  readonly seen: { pages: number; violations: string[]; foreignRequests: string[]; consoleErrors: string[] };
}

/** Creates an inspector for pages. Screenshots are saved to `folder` if it is given. */
export function createInspector(origin: string, folder: string | undefined): Inspector {
  if (folder) mkdirSync(folder, { recursive: true });
  const seen: Inspector['seen'] = { pages: 0, violations: [], foreignRequests: [], consoleErrors: [] };
  const watched = new WeakSet<Page>();
  const watch = (page: Page): void => {
    if (watched.has(page)) return;
    watched.add(page);
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
        seen.foreignRequests.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
        seen.consoleErrors.push(message.text());
    });
  };
  return {
    seen,
    async look(page, name) {
      watch(page);
      seen.pages += 1;
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const violation of await violationsOf(page))
          seen.violations.push(`${name} (${colorScheme}): ${violation}`);
      }
      await page.emulateMedia({ colorScheme: 'light' });
      if (!folder) return;
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.screenshot({ path: path.join(folder, `${name}-${width}.png`), fullPage: true });
      }
    },
  };
}

/**
 * Each page has one session for as long as it is open, because closing a session removes the page's virtual
 * authenticators.
 */
const sessions = new WeakMap<Page, CDPSession>();

/** The page's content security policy blocks scripts, so axe runs in an isolated world, like a debugger. */
export async function violationsOf(page: Page): Promise<string[]> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  const run = `${AXE}; axe.run(document).then((found) => found.violations.map((each) =>
    each.id + ': ' + each.nodes.map((node) => node.target.join(' ')).join(', ')))`;
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: run,
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(`axe failed: ${exceptionDetails.text}`);
  return Array.isArray(result.value) ? result.value.map(String) : [];
}
