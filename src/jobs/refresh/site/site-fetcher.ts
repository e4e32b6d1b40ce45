import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../../config.ts';
import { createFetcher, type Fetcher, type Sleep } from '../../../platform/net/fetcher.ts';

/** Waits in real time. Tests replace it. */
export const politeSleep: Sleep = (ms, signal) => sleep(ms, undefined, { signal });

/** The pause between two downloads, because everyone shares the regulator's server. */
export const PAUSE_MS = 2_000;

const BYTES_MAX = 500_000_000;

/**
 * A run stops sending requests after this time. Downloading the regulator's files normally takes a tenth of
 * it.
 */
export const DOWNLOADS_MS_MAX = 2 * 3_600_000;

/** Returns the fetcher for the regulator's site, which identifies the service and its operator. */
export function createSiteFetcher(config: Pick<Config, 'regulatorUserAgent' | 'regulatorContact'>): Fetcher {
  const { regulatorUserAgent: agent, regulatorContact: contact } = config;
  return createFetcher({
    userAgent: contact === undefined ? agent : `${agent} (contact: ${contact})`,
    from: contact?.includes('://') ? undefined : contact,
    timeoutMs: 30 * 60_000,
    idleTimeoutMs: 60_000,
    minBytesPerSecond: 10_000,
    maxBytes: BYTES_MAX,
    retries: 3,
    backoffMs: 2_000,
    sleep: politeSleep,
    random: Math.random,
  });
}
