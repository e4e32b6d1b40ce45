import packageJson from '../../../package.json' with { type: 'json' };
import type { Config, MetricsConfig } from '../../config.ts';
import type { Family } from '../../ops/telemetry/families.ts';
import type { Tracing } from '../../ops/telemetry/start-tracing.ts';
import type { OpenLedger } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { Recorder } from '../../platform/recorder.ts';
import { explainListening } from './explain-listening.ts';

/** The metrics of a process that answers requests. */
interface ServeMetrics {
  readonly recorder: Recorder;
  /** Answers scrapes. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/** Returns undefined if metrics are off. Their code is loaded only if they are on. */
export async function prepareMetrics(
  { metrics: config, dataDir }: Config,
  { ledger, log }: { readonly ledger: OpenLedger; readonly log: Logger },
): Promise<ServeMetrics | undefined> {
  if (!config) return undefined;
  const { createProcessMetrics } = await import('../../ops/telemetry/process-metrics.ts');
  const { createSharedMetrics } = await import('../../ops/telemetry/shared-metrics.ts');
  const own = createProcessMetrics({ version: packageJson.version });
  const readShared = createSharedMetrics({
    ledger,
    dataDir,
    now: () => new Date(),
    watch: own.watch,
  });
  let endpoint: { close(): Promise<void> } | undefined;
  return {
    recorder: own.recorder,
    async open() {
      const read = async () => [...(await own.read()), ...(await readShared())];
      endpoint = await openMetricsPort(config, read, log);
    },
    close: async () => endpoint?.close(),
  };
}

/** Loads OpenTelemetry only if its variables are set. */
export async function prepareTracing(
  environment: Readonly<Record<string, string | undefined>>,
  log: Logger,
): Promise<Tracing | undefined> {
  if (!Object.keys(environment).some((name) => name.startsWith('OTEL_'))) return undefined;
  const { startTracing } = await import('../../ops/telemetry/start-tracing.ts');
  return startTracing(environment, { version: packageJson.version, log });
}

async function openMetricsPort(
  config: MetricsConfig,
  read: () => Promise<readonly Family[]>,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const { openEndpoint } = await import('../../ops/telemetry/endpoint.ts');
  const { CONTENT_TYPE, toOpenMetrics } = await import('../../ops/telemetry/exposition.ts');
  const opened = openEndpoint({
    ...config,
    contentType: CONTENT_TYPE,
    log,
    read: async () => toOpenMetrics(await read()),
  });
  const endpoint = await opened.catch((error: unknown) => {
    throw explainListening(error, { ...config, prefix: 'METRICS_' });
  });
  log.info({ host: config.host, port: endpoint.port }, 'metrics are available');
  return endpoint;
}
