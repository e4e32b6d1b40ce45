import { remember } from '../../../lib/remember.ts';
import { GIVEN_NAMES, ORDINARY_WORDS } from './observation-words.ts';

/** What stands where a name stood. */
const NAME = '[name]';

/** Categories whose texts are about persons: health agreements of employees (11), their certificates (53). */
const ABOUT_STAFF: ReadonlySet<number> = new Set([11, 53]);

const ROLE =
  '(?:employees?|cooks?|chefs?|managers?|mgr|owners?|operators?|PIC|persons? in charge|servers?|waiters?|waitress|bartenders?|' +
  'cashiers?|dishwashers?|host(?:ess)?|supervisors?|handlers?|hires?|attendants?|baristas?|crew|staff|worker|reviewer|inspector|' +
  'technician|licensee|wife|husband|son|daughter|brother|sister)';
const TITLE = '(?:Mr|Mrs|Ms|Mx|Dr|Chef|Officer)\\.?';
const SAID =
  'stated?s?|said|says|told|hired|started|arrived|admitted|confirmed|explained|promoted|claimed|works|worked|' +
  '(?:re-?)?(?:educated|trained|instructed|coached|asked)';
/** A word that could be a name: capital first, or all capitals; accents, hyphens and apostrophes inside. */
const WORD = "\\p{Lu}[\\p{L}'’-]*\\p{L}";
const INITIAL = '\\p{Lu}\\.?(?![\\p{L}\\d°-])';
const NAMES = `${WORD}(?:[ ]+(?:${WORD}|${INITIAL}))*`;

/** "Cook Maria", "manager on duty, J. Smith", "(server: Ana Lopez)", "Mr. Smith", "named Ana", "per Ana". */
const AFTER_CUE = new RegExp(
  `((?<![\\p{L}])(?:${insensitive(ROLE)}(?: (?:on|in) (?:duty|charge|training))?(?:'s? names?| names?)?(?: (?:is|was))?(?![\\p{L}])[ ]*(?: [–-] ?|[:,(])?[ ]*` +
    `|${TITLE} |${insensitive('named')} |${insensitive('name is')} |${insensitive('names?')}: ?` +
    `|${insensitive('(?:spoke|talked|discussed|reviewed) (?:to|with)')} |${insensitive('per')} ))((?:\\p{Lu}\\. ?)?${NAMES})`,
  'gu',
);
/** "Maria stated", "Ana was hired". */
const BEFORE_VERB = new RegExp(
  `(?<![\\p{L}\\]])(${NAMES})(?= (?:(?:was|were|has|had|who|have) )?(?:${SAID})(?!\\p{L}))`,
  'gu',
);
const ANY_WORD = new RegExp(`${WORD}|\\p{L}[\\p{L}'’-]*`, 'gu');
/** Capitals or not, what hangs on a struck name: "[name] cho", "[name] P Hernandez", "[name] D.", "J. [name]". */
const HANGING = /(\[name\](?:[ ]+|-))(\p{L}(?:\.|[\p{L}'’-]*))(?![\p{L}\d°])/gu;
const INITIAL_BEFORE = /(?<![\p{L}\d])\p{Lu}\.[ ]?(?=\[name\])/gu;
/** Toll-free numbers are an organization's: the texts name that of the training program. */
const PHONE = /(?<!\d)\(?(?!8(?:00|33|44|55|66|77|88))\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?!\d)/g;
const MAIL = /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+/g;
const REPEATED = /\[name\](?:[ ]*\[name\])+/g;

/**
 * Strikes out what may be the name of a person, and how one is reached; a word too many rather than a name too few. In texts about staff
 * every capitalized word that is not a known one is struck, elsewhere what follows a role or is a common given name.
 */
export function redactNames(text: string, category: number): string {
  const aboutStaff = ABOUT_STAFF.has(category);
  const struck = (text.includes('@') ? text.replace(MAIL, '[mail address]') : text)
    .replace(PHONE, '[phone]')
    .replace(AFTER_CUE, (_, cue: string, names: string) => cue + strikeRun(names))
    .replace(BEFORE_VERB, (names) => strikeRun(names))
    .replace(ANY_WORD, (word) => (strikes(word, aboutStaff) ? NAME : word));
  const hung = aboutStaff || struck.includes(NAME) ? strikeHanging(struck, aboutStaff) : struck;
  return hung.replace(INITIAL_BEFORE, '').replace(REPEATED, NAME);
}

function strikes(word: string, aboutStaff: boolean): boolean {
  if (`[${word}]` === NAME) return false;
  const folded = fold(word);
  const capital = /^\p{Lu}/u.test(word);
  if (GIVEN_NAMES.has(folded)) return capital || aboutStaff;
  return aboutStaff && capital && word.length > 1 && isName(word);
}

/** Surnames and initials behind a name, in however many words; away from staff only those that have a capital. */
function strikeHanging(text: string, aboutStaff: boolean): string {
  let current = text;
  for (let round = 0; round < 4; round++) {
    const next = current.replace(HANGING, (whole, before: string, word: string) => {
      const capital = /^\p{Lu}/u.test(word);
      const surname = capital || (aboutStaff && !/(?:ing|ed|s|ly)$/.test(word));
      return isName(word) && surname ? before + NAME : whole;
    });
    if (next === current) break;
    current = next.replace(REPEATED, NAME);
  }
  return current;
}

/** Each word of a run that is no ordinary one, and its initials where there is such a word. */
function strikeRun(names: string): string {
  const struck = names.replace(ANY_WORD, (word) => (word.length > 1 && isName(word) ? NAME : word));
  return struck === names ? names : struck.replace(/(?<!\p{L})\p{Lu}(?:\.|(?![\p{L}'’]))/gu, NAME);
}

/** "Clean-Up" is made of ordinary words, "Ana-Sofia" is not. */
function isName(word: string): boolean {
  return word.split('-').some((part) => {
    const folded = fold(part);
    return folded !== '' && !ORDINARY_WORDS.has(folded) && !ORDINARY_WORDS.has(folded.replace(/s$/, ''));
  });
}

/** "Maria’s" is Maria. */
const fold = remember((word) => word.toLowerCase().replace(/['’]s?$/, ''), 20_000);

/** Words of a cue in any case; names must keep their capital, so the whole cannot ignore case. */
function insensitive(pattern: string): string {
  return pattern.replace(/(?<![\\?])[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}
