import { isSound, type Look } from './check-pages.ts';

/**
 * Checks a file's pages. This is a separate program because a program can be stopped at any time, but a
 * thread cannot be stopped until SQLite is done.
 */
const [file = '', look = 'whole'] = process.argv.slice(2);
process.stdout.write(isSound(file, look as Look) ? 'sound' : 'damaged');
