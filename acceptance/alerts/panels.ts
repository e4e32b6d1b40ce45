import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FOLDER, type Prometheus } from './prometheus.ts';

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat?: string }[];
}

/** Panels that may be empty, because they show events that do not happen in this run. */
const MAY_BE_EMPTY = new Set(['Failed steps of jobs, an hour']);

interface PanelResult {
  readonly title: string;
  readonly values: readonly string[];
  /** The reason that the panel would be empty on the dashboard, or undefined if it has data. */
  readonly problem: string | undefined;
}

/** Runs the query of each dashboard panel, and returns the problems. */
export async function readPanels(prometheus: Prometheus): Promise<PanelResult[]> {
  const { panels } = JSON.parse(readFileSync(path.join(FOLDER, 'dashboard.json'), 'utf8')) as {
    panels: Panel[];
  };
  const results: PanelResult[] = [];
  for (const { title, type, targets = [] } of panels)
    for (const { expr, legendFormat = '' } of targets) {
      const query = expr.replaceAll('$job', 'vendor-compliance').replaceAll('$__rate_interval', '30s');
      try {
        const found = await prometheus.query(query);
        const values = found.map(({ metric, value }) => {
          const labels = ['process', 'route', 'status', 'slot', 'state', 'outcome', 'limit', 'database'];
          const named = labels.flatMap((label) => metric[label] ?? []).join(' ');
          return `${named === '' ? '' : `${named}: `}${Number(Number(value[1]).toPrecision(3))}`;
        });
        const isEmpty = values.length === 0 && !MAY_BE_EMPTY.has(title);
        const isUnnamed =
          type !== 'stat' && found.some(({ metric }) => legendOf(legendFormat, metric) === '');
        const problem = isEmpty ? 'no data' : isUnnamed ? 'a line without a legend' : undefined;
        results.push({ title, values, problem });
      } catch (error) {
        results.push({ title, values: [], problem: error instanceof Error ? error.message : String(error) });
      }
    }
  return results;
}

function legendOf(format: string, metric: Readonly<Record<string, string>>): string {
  return format.replaceAll(/\{\{(\w+)\}\}/g, (_all, label: string) => metric[label] ?? '').trim();
}
