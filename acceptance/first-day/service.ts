import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LIMITS_OFF } from '../../test/support/limits-off.ts';
import { type RunningService, startServiceOf } from '../support/service.ts';

/** The service as an operator would start it, with its clock set to the day of the rehearsal. */

const ROOT = path.resolve(import.meta.dirname, '../..');
const CLOCK = pathToFileURL(path.join(import.meta.dirname, 'clock.ts')).href;
const MESSAGES_OF_END = /^refresh finished|^refresh failed/;

export interface DayService {
  readonly url: string;
  readonly port: number;
  /** The lines logged so far. */
  readonly log: RunningService['log'];
  isAlive(): boolean;
  /** The peak memory of the process with all of its threads, in megabytes. */
  peakMb(): number;
  /** The number of completed refreshes. */
  refreshes(): number;
  stop(): Promise<void>;
}

/**
 * Starts `serve` on a data folder, with the site as its source. Resolves as soon as the service responds,
 * which is before anything is published.
 */
export async function startDayService(options: {
  readonly dataDir: string;
  readonly source: string;
  readonly aheadMs: number;
  /** The longest wait between two requests for files, in milliseconds. By default, the service decides. */
  readonly pauseMsMax?: number | undefined;
}): Promise<DayService> {
  const service = await startServiceOf(
    ROOT,
    {
      ...LIMITS_OFF,
      DATA_DIR: options.dataDir,
      REGULATOR_SOURCE: options.source,
      LOG_LEVEL: 'info',
      NODE_OPTIONS: `--import=${CLOCK}`,
      CLOCK_AHEAD_MS: String(options.aheadMs),
      ...(options.pauseMsMax === undefined ? {} : { PAUSE_MS_MAX: String(options.pauseMsMax) }),
    },
    [],
    '/healthz',
  );
  const kill = () => service.child.kill('SIGKILL');
  process.once('exit', kill);
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, readPeakMb(service.child.pid));
    return peak;
  };
  return {
    url: service.url,
    port: service.port,
    log: service.log,
    isAlive: service.isAlive,
    peakMb: look,
    refreshes: () => service.log.filter(({ msg }) => MESSAGES_OF_END.test(String(msg))).length,
    async stop() {
      look();
      await service.stop();
      process.off('exit', kill);
    },
  };
}

/** Reads the peak memory from the kernel; 0 if the process is gone or the system does not have /proc. */
function readPeakMb(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] =
      /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}
