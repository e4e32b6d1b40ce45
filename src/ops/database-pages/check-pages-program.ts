import { isSound, type Look } from './check-pages.ts';

/** A program of its own, which can be ended at any moment: SQLite does not let go of a thread before it is through. */
const [file = '', look = 'whole'] = process.argv.slice(2);
process.stdout.write(isSound(file, look as Look) ? 'sound' : 'damaged');
