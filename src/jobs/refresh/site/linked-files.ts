import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SiteVisit } from '../../../intake/fetch/fetch-service.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import type { FileList, PageLink } from '../../../regulator/source/source.ts';

const PAGE_BYTES_MAX = 2_000_000;
const NAME = 'links.json';

/** The links that the regulator's page had when it was last requested. */
interface LinkedFiles {
  /** ISO 8601. */
  readonly askedAt: string;
  readonly siteUrl: string;
  /** Paths as written on the page; empty if the page was unavailable. */
  readonly links: readonly PageLink[];
}

/** Reads a site's stored links; undefined if there are none or we did not write the file. */
export async function readLinkedFiles(folder: string, siteUrl: URL): Promise<LinkedFiles | undefined> {
  try {
    const kept: unknown = JSON.parse(await readFile(path.join(folder, NAME), 'utf8'));
    return isLinkedFiles(kept) && kept.siteUrl === siteUrl.href ? kept : undefined;
  } catch {
    // The next request recreates the file.
    return undefined;
  }
}

/** Requests the site's page of files, and stores its links for the rest of the day's requests. */
export async function fetchLinkedFiles(
  visit: SiteVisit,
  place: { readonly folder: string; readonly siteUrl: URL; readonly list: FileList; readonly now: Date },
): Promise<LinkedFiles> {
  const { folder, siteUrl, list, now } = place;
  const page = list.page === '' ? undefined : await visit.fetchPage(list.page, PAGE_BYTES_MAX);
  const links = page === undefined ? [] : REGULATOR.findLinks(page, siteUrl, list);
  const linked: LinkedFiles = { askedAt: now.toISOString(), siteUrl: siteUrl.href, links };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path.join(folder, NAME), JSON.stringify(linked), { mode: 0o600 });
  return linked;
}

function isLinkedFiles(value: unknown): value is LinkedFiles {
  return (
    typeof value === 'object' &&
    value !== null &&
    'askedAt' in value &&
    typeof value.askedAt === 'string' &&
    'siteUrl' in value &&
    'links' in value &&
    Array.isArray(value.links)
  );
}
