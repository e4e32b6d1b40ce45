import { parseArgs } from 'node:util';
import { type World, withWorld } from '../pictures/world.ts';
import { personSeconds } from './model.ts';
import { createPerson, type Figures, WayEnds } from './person.ts';
import { type Given, prepare, TASKS, type Task } from './tasks.ts';

/**
 * Does five newcomer tasks in a browser, on a service with demo data, and counts clicks, fields, pages,
 * screens and seconds. If no way leads to the goal, reports where each way ended. Needs Chromium (set
 * CHROMIUM to its path), pdftotext and curl.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' } },
});
const rounds = Number(values.rounds);

interface Walked {
  readonly way: string;
  readonly figures: Figures;
}

await withWorld(main, { hasOwner: false });

async function main(world: World): Promise<void> {
  const prepared = await prepare(world.origin);
  console.log('Task | way | clicks | fields (characters) | pages | screens | machine s | person s');
  let done = 0;
  for (const [index, task] of TASKS.entries()) {
    const walks: Walked[] = [];
    const ended: string[] = [];
    for (let round = 0; round < rounds && ended.length === 0; round += 1) {
      const email = `dee-${index}-${round}@newcomers.example`;
      const walk = await walkFirst(world, task, { ...prepared, ...world, email }, ended);
      if (walk) walks.push(walk);
    }
    if (walks.length > 0) done += 1;
    console.log(describe(task, walks, ended));
  }
  console.log(`newcomer-tasks: ${done} of ${TASKS.length} tasks have a way`);
  if (done < TASKS.length) process.exitCode = 1;
}

/**
 * Follows the ways in order until one reaches the goal. If none does, adds the point at which each way ended
 * to `ended`.
 */
async function walkFirst(
  { browser }: World,
  task: Task,
  given: Given,
  ended: string[],
): Promise<Walked | undefined> {
  const ends: string[] = [];
  for (const way of task.ways) {
    const person = await createPerson(browser, task.window);
    try {
      await way.go(person, given);
      return { way: way.name, figures: person.figures() };
    } catch (error) {
      if (!(error instanceof WayEnds)) throw error;
      ends.push(`${way.name}: ${error.message}`);
    } finally {
      await person.page.context().close();
    }
  }
  ended.push(...ends);
  return undefined;
}

/** Describes one row. The counts are the same in each round, and the seconds are the median. */
function describe({ name }: Task, walks: readonly Walked[], ended: readonly string[]): string {
  const sorted = walks.toSorted((a, b) => a.figures.machineSeconds - b.figures.machineSeconds);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) return `${name} | not possible: ${ended.join('; ')}`;
  const { clicks, fields, characters, pages, screens, machineSeconds } = middle.figures;
  const person = personSeconds(middle.figures) + machineSeconds;
  return [
    `${name} | ${middle.way} | ${clicks} | ${fields} (${characters}) | ${pages} | ${screens}`,
    `${machineSeconds.toFixed(1)} | ${person.toFixed(0)}`,
  ].join(' | ');
}
