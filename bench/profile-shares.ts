import type { Profiler, Runtime } from 'node:inspector';
import { type Static, Type } from 'typebox';

export const Shares = Type.Object({
  /** Of the time that was recorded, the part in which the thread was not waiting. */
  busy: Type.Number(),
  functions: Type.Array(Type.Object({ name: Type.String(), share: Type.Number() })),
});
export type Shares = Static<typeof Shares>;

const WAITING = '(idle)';
/** Starting the recording counts itself. */
const OWN = /^post \(node:inspector/;

/** Time spent in each function itself, not in what it called, as a share of the busy time; the largest first. */
export function toShares({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Shares {
  const nameOf = new Map(nodes.map(({ id, callFrame }) => [id, describe(callFrame)]));
  const times = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const name = nameOf.get(id) ?? '(unknown)';
    if (OWN.test(name)) continue;
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[at] ?? 0));
  }
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  const busy = all - (times.get(WAITING) ?? 0);
  times.delete(WAITING);
  const functions = [...times]
    .map(([name, time]) => ({ name, share: busy === 0 ? 0 : time / busy }))
    .sort((a, b) => b.share - a.share);
  return { busy: all === 0 ? 0 : busy / all, functions };
}

/** A function and its file: the last three parts of the path tell which. */
function describe({ functionName, url, lineNumber }: Runtime.CallFrame): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  const file = url.split('/').slice(-3).join('/');
  return url === '' ? name : `${name} (${file}:${lineNumber + 1})`;
}
