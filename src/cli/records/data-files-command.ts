import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { countNoun } from '../../lib/text/text.ts';
import { setsFolder } from '../../open-data/files/sets/sets.ts';
import { EXIT } from '../output.ts';
import { openOutput, type Shell } from '../shell.ts';
import { openCurrentLedger } from '../upkeep/ledger-commands.ts';

/**
 * Adds `data-files`, which creates the current publication's files immediately. The service itself does so
 * within a minute.
 */
export function addDataFilesCommand(program: Command, shell: Shell, result: { exitCode: number }): void {
  program
    .command('data-files')
    .description(
      'make the download files of the current publication; a running service does so automatically',
    )
    .option('--json', 'as JSON', false)
    .action(async ({ json }: { readonly json: boolean }) => {
      const { makeFileSet } = await import('../../open-data/files/make-service.ts');
      const { removeOldSets } = await import('../../open-data/files/sets/stored-sets-service.ts');
      const config = loadConfig(shell.environment);
      const folder = setsFolder(config.dataDir);
      const output = openOutput(shell, json);
      const database = await openCurrentLedger(config);
      try {
        const made = await makeFileSet(database.published, folder);
        if (made.outcome === 'none')
          throw new Error('Nothing is published yet, so there is nothing to write. Import files first.');
        const kept = { now: new Date(), daysKept: config.dataFilesDays };
        const removed = await removeOldSets(database.published.db, folder, kept);
        result.exitCode = EXIT.done;
        output.result({ ...made, removed, folder }, () => [
          made.outcome === 'there'
            ? `The files of ${made.day} are there already, in ${folder}.`
            : `Made the files of ${made.day} in ${folder}: ${countNoun(made.vendors ?? 0, 'vendor')}, ${countNoun(made.bytes ?? 0, 'byte')}.`,
        ]);
      } finally {
        await database.close();
      }
    });
}
