import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import type { Finding } from '../../ops/doctor/doctor-finding.ts';
import { EXIT } from '../output.ts';
import { openOutput, type Shell } from '../shell.ts';

const MARKS: Readonly<Record<Finding['state'], string>> = {
  ok: 'ok     ',
  warning: 'WARNING',
  failed: 'FAILED ',
  skipped: '–      ',
};

/** Adds `doctor` ([docs/operations.md]). */
export function addDoctorCommand(program: Command, shell: Shell, result: { exitCode: number }): void {
  program
    .command('doctor')
    .description(
      'check settings, files, disk, databases, receipts, records, email and outside services, with advice; changes nothing',
    )
    .option(
      '--offline',
      'check no outside services: no email server, Redis, Stripe, regulator or webhook host',
      false,
    )
    .option('--json', 'as JSON', false)
    .action(async ({ offline, json }: { offline: boolean; json: boolean }) => {
      const { examine } = await import('../../ops/doctor/examine.ts');
      const output = openOutput(shell, json);
      const findings = await examine(loadConfig(shell.environment), {
        now: () => new Date(),
        isOffline: offline,
        environment: shell.environment,
      });
      output.result({ findings }, () => findings.flatMap(linesOf));
      result.exitCode = exitCodeOf(findings);
    });
}

function linesOf({ name, state, says, advice }: Finding): string[] {
  const line = `${MARKS[state]}  ${name.padEnd(13)}  ${says}`;
  return advice === undefined ? [line] : [line, `${' '.repeat(24)}→ ${advice}`];
}

/** Returns 1 if something failed, or 3 if there are only warnings. */
function exitCodeOf(findings: readonly Finding[]): number {
  const has = (wanted: Finding['state']) => findings.some(({ state }) => state === wanted);
  if (has('failed')) return EXIT.failed;
  return has('warning') ? EXIT.partial : EXIT.done;
}
