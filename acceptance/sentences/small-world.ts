import { type RawFile, readRawFiles } from '../truth/raw-files.ts';
import { toRawWorld } from '../truth/raw-world.ts';
import { type Truth, truthsOf } from '../truth/truth.ts';
import { type Clocks, type Published, parseFiles, readPublished } from './published.ts';
import { openDemoWorld } from './worlds.ts';

export interface SmallWorld {
  readonly records: readonly Published[];
  readonly files: readonly RawFile[];
  readonly truths: ReadonlyMap<string, Truth>;
  readonly day: string;
}

const VENDORS = 120;

/** Reads a small fictional state: its published data and its raw rows. */
export async function readSmallWorld({
  clocks,
  day,
}: {
  clocks?: Clocks;
  day?: string;
} = {}): Promise<SmallWorld> {
  const world = await openDemoWorld(7, VENDORS);
  const asOf = day ?? world.days[0] ?? '';
  const parsed = await parseFiles(world.paths, world.readOn);
  const files = await readRawFiles(world.paths);
  const records: Published[] = [];
  await readPublished(parsed, asOf, (published) => records.push(published), clocks);
  await world.remove();
  return { records, files, truths: truthsOf(toRawWorld(files), asOf), day: asOf };
}
