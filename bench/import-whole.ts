import path from 'node:path';
import { Type } from 'typebox';
import { loadConfig } from '../src/config.ts';
import { withFilesAt } from '../src/jobs/refresh.ts';
import { migrateRegistry } from '../src/platform/db/migrate.ts';
import { openSqlite } from '../src/platform/db/sqlite.ts';
import { publish } from '../src/registry/publication/service.ts';
import { answerQuestions } from './helper.ts';
import type { WholeTimes } from './import-times.ts';

/** The import as the command line runs it, into an empty database, timed by its progress steps. */
answerQuestions(
  Type.Object({ files: Type.Array(Type.String()), database: Type.String(), asOf: Type.String() }),
  async ({ files: paths, database: file, asOf }): Promise<WholeTimes> => {
    const database = openSqlite(file);
    await migrateRegistry(database);
    const config = loadConfig({ AS_OF: asOf, DATA_DIR: path.dirname(file) });
    const now = () => new Date();
    const began = { importing: 0, scoring: 0, publishing: 0 };
    const started = performance.now();
    const publication = await withFilesAt(paths, { config, database, now }, (files) =>
      publish(database, {
        files,
        asOf,
        now,
        onStep: (step) => {
          began[step] = performance.now();
        },
      }),
    );
    const ended = performance.now();
    if (
      publication.outcome !== 'published' ||
      publication.files.some(({ outcome }) => outcome === 'held_back')
    )
      throw new Error(`not everything was published: ${publication.outcome}`);
    await database.close();
    return {
      wholeMs: ended - started,
      stepsMs: {
        read: began.importing - started,
        merge: began.scoring - began.importing,
        score: began.publishing - began.scoring,
        publish: ended - began.publishing,
      },
      maxRssMb: process.resourceUsage().maxRSS / 1024,
    };
  },
);
