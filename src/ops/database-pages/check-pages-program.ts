import { isSound, type Look } from './check-pages.ts';

/**
 * Runs as a separate program, which can be ended at any moment: a thread in SQLite cannot be stopped before
 * SQLite is done.
 */
const [file = '', look = 'whole'] = process.argv.slice(2);
process.stdout.write(isSound(file, look as Look) ? 'sound' : 'damaged');
