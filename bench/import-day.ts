import path from 'node:path';
import { type Static, Type } from 'typebox';
import { loadConfig } from '../src/config.ts';
import { withFilesAt } from '../src/jobs/refresh.ts';
import { migrateRegistry } from '../src/platform/db/migrate.ts';
import { openSqlite } from '../src/platform/db/sqlite.ts';
import { publish } from '../src/registry/publication/service.ts';
import { answerQuestions } from './helper.ts';

const Milliseconds = Type.Number({ minimum: 0 });

export const DayCosts = Type.Object({
  wallMs: Milliseconds,
  cpuMs: Milliseconds,
  /** Of processor time; `score` includes writing the records, `publish` ends with the commit. */
  stepsMs: Type.Object({
    read: Milliseconds,
    merge: Milliseconds,
    score: Milliseconds,
    publish: Milliseconds,
  }),
  maxRssMb: Type.Number(),
  files: Type.Integer(),
  vendors: Type.Integer(),
  recordsWritten: Type.Integer(),
});
export type DayCosts = Static<typeof DayCosts>;

/** Imports the files of a day, as the command line does, into a database that may hold those of the day before. */
answerQuestions(
  Type.Object({ files: Type.Array(Type.String()), database: Type.String(), asOf: Type.String() }),
  async ({ files: paths, database: file, asOf }): Promise<DayCosts> => {
    const database = openSqlite(file);
    await migrateRegistry(database);
    const config = loadConfig({ AS_OF: asOf, DATA_DIR: path.dirname(file) });
    const now = () => new Date(`${asOf}T15:00:00Z`);
    const began = { importing: 0, scoring: 0, publishing: 0 };
    const [started, cpu] = [performance.now(), process.cpuUsage()];
    const publication = await withFilesAt(paths, { config, database, now }, (files) =>
      publish(database, {
        files,
        asOf,
        now,
        onStep: (step) => {
          began[step] = cpuMsSince(cpu);
        },
      }),
    );
    const [ended, wallMs] = [cpuMsSince(cpu), performance.now() - started];
    const aside = publication.files.filter(({ outcome }) => outcome !== 'published');
    if (publication.outcome !== 'published' || aside.length > 0)
      throw new Error(
        `not everything was published: ${aside.map(({ name, reason }) => `${name}: ${reason}`)}`,
      );
    await database.close();
    return {
      wallMs,
      cpuMs: ended,
      stepsMs: {
        read: began.importing,
        merge: began.scoring - began.importing,
        score: began.publishing - began.scoring,
        publish: ended - began.publishing,
      },
      maxRssMb: process.resourceUsage().maxRSS / 1024,
      files: paths.length,
      vendors: publication.vendors,
      recordsWritten: publication.recordsWritten,
    };
  },
);

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
