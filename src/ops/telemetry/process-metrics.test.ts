import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProcessMetrics } from './process-metrics.ts';

test('outcomes that have not happened are reported as 0, so that the first failure counts as an increase', async () => {
  const metrics = createProcessMetrics({ version: '1' });
  const shown = async (name: string, part = name) => {
    const family = (await metrics.read()).find((each) => each.name === `vendor_compliance_${name}`);
    return (family?.values ?? [])
      .filter(({ metricName }) => metricName === undefined || metricName === `vendor_compliance_${part}`)
      .map(({ labels, value }) => `${labels.outcome} ${value}`)
      .sort();
  };
  const refreshes = () => shown('refresh_duration_seconds', 'refresh_duration_seconds_count');
  assert.deepEqual(await refreshes(), [], 'by a process that does no jobs');
  metrics.recorder.jobsBegun();
  assert.deepEqual(await refreshes(), ['failed 0', 'finished 0', 'problems 0']);
  metrics.recorder.refreshEnded('failed', 2);
  assert.deepEqual(await refreshes(), ['failed 1', 'finished 0', 'problems 0']);
  metrics.recorder.stepEnded('a backup', 1, false);
  assert.deepEqual(await shown('job_steps_total'), ['done 1', 'failed 0']);
  metrics.recorder.stepEnded('a backup', 1, true);
  assert.deepEqual(await shown('job_steps_total'), ['done 1', 'failed 1']);
});
