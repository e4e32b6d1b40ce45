import { RESERVED_LICENSES } from '../../../src/demo/florida/reserved/reserved-licenses.ts';
import { countInMemory } from '../../../src/http/limits/rate-limits.ts';
import { buildServer } from '../../../src/http/server.ts';
import { createLogger } from '../../../src/platform/log/log.ts';
import { findPublishedVersion } from '../../../src/published-state/service.ts';
import { publish } from '../../../src/records/publication/service.ts';
import { createRecordReader } from '../../../src/records/read/record-reader-service.ts';
import { vendorId } from '../../../src/records/record/vendor-id.ts';
import type { ParsedFile } from '../../../src/regulator/source/parsed-file.ts';
import { type VendorPagesOptions, vendorPages } from '../../../src/web/public/record/routes.ts';
import { webRoutes } from '../../../src/web/public/routes.ts';
import { DEMO_DAY, NOW, readDemoFiles } from '../../support/demo-app.ts';
import { openTestSqlite, type TestDatabase } from '../../support/engines.ts';
import { finderOver } from '../../support/finder.ts';

/** The public vendor pages on top of demo records, as a browser without JavaScript sees them. */

export const BASE_URL = 'https://vendors.example';
/** HTML that would end an attribute, open a tag, and run a script if it were not escaped. */
export const HOSTILE = `<script>alert("1")</script>'"&"onload="x`;
/** The license digits of the vendor whose text {@link withHostileWords} adds HTML to. */
export const HOSTILE_DIGITS = '5890003';

interface VendorPages {
  readonly get: (url: string, headers?: Record<string, string>) => Promise<PageAnswer>;
  /** Returns the page of the vendor that the demo data reserves for a state. */
  readonly page: (state: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

export interface DemoPages extends VendorPages {
  readonly database: TestDatabase;
}

interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Publishes the demo records after passing each file through `change`. */
export async function publishDemo(
  database: TestDatabase,
  change: (file: ParsedFile) => ParsedFile = (file) => file,
): Promise<void> {
  const files = (await readDemoFiles(120)).map(change);
  await publish(database, { files, asOf: DEMO_DAY, now: NOW });
}

/**
 * Opens the pages on a database of their own with the demo records, passing each file through `change`.
 * Closing the pages also closes the database.
 */
export async function openDemoPages(
  change?: (file: ParsedFile) => ParsedFile,
  options: Partial<VendorPagesOptions> = {},
): Promise<DemoPages> {
  const database = await openTestSqlite();
  await publishDemo(database, change);
  const pages = await openVendorPages(database, options);
  const close = async () => {
    await pages.close();
    await database.close();
  };
  return { ...pages, database, close };
}

/** Opens the pages on the published records. Rate limits are off unless the options set them. */
export async function openVendorPages(
  database: TestDatabase,
  options: Partial<VendorPagesOptions> = {},
): Promise<VendorPages> {
  const app = await buildServer({
    logger: createLogger('silent'),
    trustProxy: [],
    makeCounter: countInMemory,
    routes: (server) => {
      server.register(webRoutes, {
        published: database.published.db,
        finder: finderOver(database),
        today: () => DEMO_DAY,
        findVersion: () => findPublishedVersion(database.published.db),
        baseUrl: BASE_URL,
        limits: { PAGE: 0 },
      });
      server.register(vendorPages, {
        published: database.published.db,
        finder: finderOver(database),
        records: createRecordReader(database.published, { today: () => DEMO_DAY }),
        baseUrl: BASE_URL,
        limits: { SEARCH: 0, SCORECARD: 0, IDENTITY: 0 },
        isFictional: async () => true,
        ...options,
      });
    },
  });
  const get: VendorPages['get'] = async (url, headers = {}) => {
    const { statusCode, headers: sent, body } = await app.inject({ url, headers });
    return { status: statusCode, headers: sent, body };
  };
  return {
    get,
    page: async (state) => (await get(`/vendor/${idOf(state)}`)).body,
    close: () => app.close(),
  };
}

/**
 * Returns the id of the vendor that the demo data reserves for a state. For the ambiguous pair, this is the
 * food truck.
 */
export function idOf(state: string): string {
  const reserved = RESERVED_LICENSES.find((license) => license.state === state);
  if (!reserved) throw new Error(`no reserved license for ${state}`);
  const { license_number: number } = reserved;
  return vendorId(number.startsWith('CAT') ? '2013' : '2014', number.slice(3));
}

/** Returns the file with HTML added to all of one vendor's text that a regulator's file can contain. */
export function withHostileWords(file: ParsedFile): ParsedFile {
  const { records } = file;
  if (records?.kind === 'licenses') {
    const rows = records.rows.map((row) =>
      row.digits === HOSTILE_DIGITS ? { ...row, businessName: HOSTILE, city: HOSTILE, zip: HOSTILE } : row,
    );
    return { ...file, records: { ...records, rows } };
  }
  if (records?.kind !== 'inspections') return file;
  const rows = records.rows.map((row) =>
    row.digits === HOSTILE_DIGITS
      ? {
          ...row,
          businessName: row.visitId % 2 ? HOSTILE : `Old ${HOSTILE}`,
          inspectionType: HOSTILE,
          disposition: row.visitNumber === 1 ? HOSTILE : row.disposition,
        }
      : row,
  );
  return { ...file, records: { ...records, rows } };
}

/** Returns the page's visible text with whitespace collapsed. */
export function textOf(page: string): string {
  return decoded(page.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');
}

/** Returns the page with character references decoded, as a browser would read it. */
export function decoded(page: string): string {
  return page.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}
