import { ConfigError } from '../../config.ts';
import { finishesWithin } from '../../lib/wait-within.ts';
import type { Logger } from '../../platform/log/log.ts';
import { createOutageLog } from '../../platform/poll.ts';
import type { Recorder } from '../../platform/telemetry-recorder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Tracing {
  readonly recorder: Recorder;
  /** Sends the remaining spans, for at most two seconds. */
  stop(): Promise<void>;
}

const SERVICE_NAME = 'vendor-compliance-read-api';
const PROTOCOL = 'http/protobuf';
const STOPS_WITHIN_MS = 2_000;

/**
 * Starts tracing, configured by OpenTelemetry's own variables. Returns undefined and loads nothing unless
 * they name a destination for spans. A span is created when a request has been answered, or a refresh or job
 * step has ended. It has the route's template and the request's id, never an address. The provider is not
 * global, so libraries cannot add spans to it.
 */
export async function startTracing(
  environment: Environment,
  options: { readonly version: string; readonly log: Pick<Logger, 'error' | 'info'> },
): Promise<Tracing | undefined> {
  if (!isAsked(environment)) return undefined;
  const loaded = await load();
  const { api, core, resources, sdk, otlp } = loaded;
  const provider = new sdk.BasicTracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': SERVICE_NAME, 'service.version': options.version })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(logOutages(new otlp.OTLPTraceExporter(), options.log))],
  });
  return {
    recorder: toRecorder(api, new core.W3CTraceContextPropagator(), provider.getTracer(SERVICE_NAME)),
    async stop() {
      await finishesWithin(provider.shutdown(), STOPS_WITHIN_MS);
    },
  };
}

/** Returns true if the variables enable tracing. Throws for values that the service does not support. */
function isAsked(environment: Environment): boolean {
  const read = (name: string) => environment[name]?.trim() || undefined;
  const exporter = read('OTEL_TRACES_EXPORTER');
  const endpoint = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? read('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true' || exporter === 'none') return false;
  if (exporter !== undefined && exporter !== 'otlp')
    throw new ConfigError('OTEL_TRACES_EXPORTER must be "otlp" or "none": no other exporter is built in.');
  if (exporter === undefined && endpoint === undefined) return false;
  const protocol = read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? read('OTEL_EXPORTER_OTLP_PROTOCOL');
  if ((protocol ?? PROTOCOL) !== PROTOCOL)
    throw new ConfigError(`OTEL_EXPORTER_OTLP_PROTOCOL must be "${PROTOCOL}": no other one is built in.`);
  return true;
}

async function load() {
  try {
    return {
      api: await import('@opentelemetry/api'),
      core: await import('@opentelemetry/core'),
      resources: await import('@opentelemetry/resources'),
      sdk: await import('@opentelemetry/sdk-trace-base'),
      otlp: await import('@opentelemetry/exporter-trace-otlp-proto'),
    };
  } catch (error) {
    throw new ConfigError(
      'OTEL_… asks for traces, whose packages are not installed. Run npm ci without --omit=optional, or unset it.',
      { cause: error },
    );
  }
}

type Loaded = Awaited<ReturnType<typeof load>>;
type Exporter = InstanceType<Loaded['otlp']['OTLPTraceExporter']>;

/** Logs one line when spans cannot be sent, and one when they can be sent again. */
function logOutages(exporter: Exporter, log: Pick<Logger, 'error' | 'info'>): Exporter {
  const outage = createOutageLog(log, {
    begins: 'traces could not be sent; they are dropped until they can',
    ends: 'traces are being sent again',
  });
  const send = exporter.export.bind(exporter);
  exporter.export = (spans, done) =>
    send(spans, (result) => {
      if (result.error || result.code !== 0) outage.failed(new Error('the collector took no spans'));
      else outage.worked();
      done(result);
    });
  return exporter;
}

function toRecorder(
  { ROOT_CONTEXT, SpanKind, SpanStatusCode, defaultTextMapGetter }: Loaded['api'],
  propagator: InstanceType<Loaded['core']['W3CTraceContextPropagator']>,
  tracer: ReturnType<InstanceType<Loaded['sdk']['BasicTracerProvider']>['getTracer']>,
): Recorder {
  const addJob = (name: string, seconds: number, isFailed: boolean) => {
    const endTime = Date.now();
    const span = tracer.startSpan(name, { startTime: endTime - seconds * 1000 });
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endTime);
  };
  return {
    request(method, route, status, seconds, { id, headers }) {
      const endTime = Date.now();
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'request.id': id,
      };
      const startTime = endTime - seconds * 1000;
      const caller = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const options = { kind: SpanKind.SERVER, startTime, attributes };
      const span = tracer.startSpan(`${method} ${route}`, options, caller);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endTime);
    },
    stepEnded: (step, seconds, isFailed) => addJob(`job ${step}`, seconds, isFailed),
    refreshEnded: (outcome, seconds) => addJob('refresh', seconds, outcome === 'failed'),
    limitHit: () => {},
    receiptsIssued: () => {},
    jobsBegun: () => {},
    watchCompared: () => {},
  };
}
