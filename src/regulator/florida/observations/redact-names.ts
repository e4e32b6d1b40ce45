import { memoize } from '../../../lib/cache/memoize.ts';
import { KITCHEN_WORDS } from './kitchen-words.ts';
import { DISHES, GIVEN_NAMES, GIVEN_WORDS, ORDINARY_WORDS, SURNAME_WORDS } from './observation-words.ts';

/** The text that replaces a name. */
const NAME = '[name]';

/**
 * Categories whose texts are about people: employee health agreements (11) and training certificates (53).
 */
const ABOUT_STAFF: ReadonlySet<number> = new Set([11, 53]);

const ROLE =
  '(?:employees?|cooks?|chefs?|managers?|mgr|owners?|operators?|PIC|persons? in charge|servers?|waiters?|waitress|bartenders?|' +
  'cashiers?|dishwashers?|host(?:ess)?|supervisors?|handlers?|hires?|attendants?|baristas?|crew|staff|worker|reviewer|inspector|' +
  'technician|licensee|wife|husband|son|daughter|brother|sister)';
const TITLE = '(?:Mr|Mrs|Ms|Mx|Dr|Chef|Officer)\\.?';
const SAID =
  'stated?s?|said|says|told|hired|started|arrived|admitted|confirmed|explained|promoted|claimed|works|worked|' +
  '(?:re-?)?(?:educated|trained|instructed|coached|asked)';
/**
 * Matches a word that could be a name: it is capitalized or in all capitals, and may have accents, hyphens
 * and apostrophes.
 */
const WORD = "\\p{Lu}[\\p{L}'’-]*\\p{L}";
const LOWER = "\\p{Ll}[\\p{L}'’-]*\\p{L}";
const INITIAL = '\\p{Lu}\\.?(?![\\p{L}\\d°-])';
const NAMES = `${WORD}(?:[ ]+(?:${WORD}|${INITIAL}))*`;
/** Matches an ending that marks the words before it as a place: "Manatee County", "Made Up Rd". */
const PLACE = / (?:County|Street|Road|Rd|Avenue|Ave|Blvd)$/;

/**
 * Matches names after a cue: "Cook Maria", "manager on duty, J. Smith", "(server: Ana Lopez)", "Mr. Smith",
 * "named Ana", "per Ana".
 */
const AFTER_CUE = new RegExp(
  `((?<![\\p{L}])(?:${insensitive(ROLE)}(?: (?:on|in) (?:duty|charge|training))?(?:'s? names?| names?)?(?: (?:is|was))?(?![\\p{L}])[ ]*(?: [–-] ?|[:,(])?[ ]*` +
    `|${TITLE} |${insensitive('named')} |${insensitive('name is')} |${insensitive('names?')}: ?` +
    `|${insensitive('(?:spoke|talked|discussed|reviewed) (?:to|with)')} |${insensitive('per')} ))((?:\\p{Lu}\\. ?)?${NAMES})`,
  'gu',
);
/** Matches names before a cue: "Maria stated", "Ana was hired", "Zebulon the line cook". */
const BEFORE_VERB = new RegExp(
  `(?<![\\p{L}\\]])(${NAMES})(?= (?:(?:was|were|has|had|who|have) )?(?:${SAID})(?!\\p{L})| (?:the|our) (?:\\p{Ll}+ ){0,2}${ROLE}(?!\\p{L}))`,
  'gu',
);
/**
 * Matches announced names, which need not be capitalized: "employee name zebulon", "a cook named ottoline".
 */
const ANNOUNCED = new RegExp(
  `((?<!\\p{L})(?:${insensitive(ROLE)} names?(?: is|:)?|${insensitive('named')}|${insensitive('name is')}|${insensitive('names?')}:) ?)(${LOWER})`,
  'gu',
);
/** Matches a cue that only a name can follow, even if the name is also an ordinary word: "Ms. Six". */
const ANNOUNCES = /(?:(?:^|\P{L})(?:Mr|Mrs|Ms|Mx|Dr)\.? |named |name is |names?: ?)$/iu;
const ANY_WORD = new RegExp(`${WORD}|\\p{L}[\\p{L}'’-]*`, 'gu');
/**
 * Matches the rest of a name after its redacted part, capitalized or not: "[name] cho", "[name] P Hernandez",
 * "[name] D."
 */
const HANGING = /(\[name\](?:[ ]+|-))(\p{L}(?:\.|[\p{L}'’-]*))(?![\p{L}\d°])(?! \d)/gu;
/**
 * WORD_BEFORE matches the word before a redacted name, as in "Will [name]". LISTED matches the next name in a
 * list, as in "[name], Rose".
 */
const WORD_BEFORE = /(?<!\p{L})(\p{Lu}\p{Ll}+)(?= \[name\])/gu;
const LISTED = /(?<=\[name\](?:,|,? and|\/|, \p{Lu}\p{Ll}+,? and) ?)(\p{Lu}\p{Ll}+)(?! ?\d|\p{L})/gu;
const INITIAL_BEFORE = /(?<![\p{L}\d])\p{Lu}\.[ ]?(?=\[name\])/gu;
/**
 * Matches two capitalized words that may be a full name whose given name is also an ordinary word: "Bill
 * Smithers".
 */
const WORD_AND_SURNAME = new RegExp(`(?<![\\p{L}\\]])(${WORD}) (${WORD})(?!\\p{L})`, 'gu');
/**
 * Matches text that shows that the word before it is a name rather than a verb: "Will handles" or "Mark,
 * server", but not "Operator Will move it".
 */
const AFTER_NAME =
  /^(?:$|[^\p{L}\d ]| (?:is|was|has|had|and|at|in|on|with|who|does|did|\p{Ll}+(?:ed|ing|s))(?!\p{L})| \p{Lu})/u;
/**
 * Matches phone numbers except toll-free ones, which belong to organizations. For example, some texts include
 * the training program's number.
 */
const PHONE = /(?<!\d)\(?(?!8(?:00|33|44|55|66|77|88))\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?!\d)/g;
const MAIL = /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+/g;
const REPEATED = /\[name\](?:[ ]*\[name\])+/g;
const SAINT = /(?:^|\P{L})(?:San|Santa|Saint) $/u;

/**
 * Redacts possible names of people, phone numbers and email addresses. When in doubt, it redacts. In texts
 * about staff, it redacts every unknown capitalized word. Elsewhere, it redacts names next to a cue such as a
 * role, and common given names.
 */
export function redactNames(text: string, category: number): string {
  const aboutStaff = ABOUT_STAFF.has(category);
  const struck = (text.includes('@') ? text.replace(MAIL, '[mail address]') : text)
    .replace(PHONE, '[phone]')
    .replace(AFTER_CUE, (...match) => strikeAfterCue(match))
    .replace(BEFORE_VERB, (names) => strikeRun(names, { next: ' was' }))
    .replace(WORD_AND_SURNAME, (whole, first: string, second: string) =>
      GIVEN_WORDS.has(fold(first)) && isName(second) && !PLACE.test(whole) ? `${NAME} ${NAME}` : whole,
    )
    .replace(ANNOUNCED, (whole, cue: string, word: string) => (isName(word) ? cue + NAME : whole))
    .replace(ANY_WORD, (word, at: number, whole: string) => {
      if (!strikes(word, aboutStaff) || isDish(word, at, whole)) return word;
      return isPlace(word, at, whole) || (!aboutStaff && isBusiness(word, at, whole)) ? word : NAME;
    });
  if (!struck.includes(NAME)) return struck;
  return strikeNeighbors(struck, aboutStaff).replace(INITIAL_BEFORE, '').replace(REPEATED, NAME);
}

function strikeAfterCue([, cue = '', names = '', at = 0, whole = '']: readonly (string | number)[]): string {
  const end = Number(at) + String(cue).length + String(names).length;
  const next = String(whole).slice(end, end + 40);
  return String(cue) + strikeRun(String(names), { next, announced: ANNOUNCES.test(String(cue)) });
}

function strikes(word: string, aboutStaff: boolean): boolean {
  const folded = fold(word);
  if (GIVEN_NAMES.has(folded)) return word !== 'name';
  return aboutStaff && word.length > 1 && /^\p{Lu}/u.test(word) && isName(word);
}

/** Returns true if the word is part of a place such as "San Marcos" or "Manatee County". */
function isPlace(word: string, at: number, text: string): boolean {
  const end = at + word.length;
  return SAINT.test(text.slice(Math.max(0, at - 7), at)) || text.startsWith(' County', end);
}

/** Returns true if the word is part of a food name such as "Tom Yum" or "pepper jack". */
function isDish(word: string, at: number, text: string): boolean {
  const [, after = ''] = /^[ -](\p{L}+)/u.exec(text.slice(at + word.length, at + word.length + 20)) ?? [];
  const [, before = ''] = /(\p{L}+)[ -]$/u.exec(text.slice(Math.max(0, at - 20), at)) ?? [];
  const folded = fold(word);
  return DISHES.has(`${folded} ${after.toLowerCase()}`) || DISHES.has(`${before.toLowerCase()} ${folded}`);
}

/** Returns true if the word is part of a business name such as "Marco's Pizza". */
function isBusiness(word: string, at: number, text: string): boolean {
  const end = at + word.length;
  return /['’]s$/.test(word) && /^ \p{Lu}\p{Ll}/u.test(text.slice(end, end + 3));
}

/** Redacts the words next to a redacted name: the rest of that name and, in a list, the names around it. */
function strikeNeighbors(text: string, aboutStaff: boolean): string {
  let current = text.replace(WORD_BEFORE, (word) => (GIVEN_WORDS.has(fold(word)) ? NAME : word));
  for (let round = 0; round < 4; round++) {
    const next = current
      .replace(HANGING, (whole, before: string, word: string) => (hangs(word) ? before + NAME : whole))
      .replace(REPEATED, NAME);
    if (next === current) break;
    current = next;
  }
  if (aboutStaff) current = current.replace(LISTED, (word) => (GIVEN_WORDS.has(fold(word)) ? NAME : word));
  return current;
}

/**
 * Returns true if a word next to a redacted name is part of it. If capitalized, a surname may be any kitchen
 * word, as in "Vanessa Branch".
 */
function hangs(word: string): boolean {
  const folded = fold(word);
  if (/^\p{Lu}\p{Ll}/u.test(word))
    return SURNAME_WORDS.has(folded) || GIVEN_WORDS.has(folded) || !isOrdinary(folded);
  if (!isName(word)) return false;
  return /^\p{Lu}/u.test(word) || !/(?:ing|ed|s|ly)$/.test(word);
}

/**
 * Redacts every word in a run of words that is not an ordinary word. If it redacts any, it also redacts the
 * initials.
 */
function strikeRun(names: string, place: { readonly next: string; readonly announced?: boolean }): string {
  if (PLACE.test(names)) return names;
  const struck = names.replace(ANY_WORD, (word) => (word.length > 1 && isName(word) ? NAME : word));
  if (struck !== names) return struck.replace(/(?<!\p{L})\p{Lu}(?:\.|(?![\p{L}'’]))/gu, NAME);
  const [first = '', ...others] = names.split(/ +/);
  const after = others.length > 0 ? ` ${others.join(' ')}` : place.next;
  const folded = fold(first);
  const canBeName = GIVEN_WORDS.has(folded) || (place.announced && SURNAME_WORDS.has(folded));
  const isGiven = canBeName && /^\p{Lu}\p{Ll}/u.test(first) && (place.announced || AFTER_NAME.test(after));
  return isGiven ? NAME + names.slice(first.length) : names;
}

/**
 * Returns true if any part of the word is not an ordinary word: true for "Ana-Sofia", false for "Clean-Up".
 */
function isName(word: string): boolean {
  return word.split('-').some((part) => {
    const folded = fold(part);
    return (
      folded !== '' &&
      !isOrdinary(folded) &&
      !KITCHEN_WORDS.has(folded) &&
      !KITCHEN_WORDS.has(singular(folded))
    );
  });
}

function isOrdinary(folded: string): boolean {
  return ORDINARY_WORDS.has(folded) || ORDINARY_WORDS.has(singular(folded));
}

function singular(folded: string): string {
  return folded.replace(/s$/, '');
}

/** Reduces "Maria's" to "maria". */
const fold = memoize((word) => word.toLowerCase().replace(/['’]s?$/, ''), 20_000);

/**
 * Returns a pattern that matches a cue in upper or lower case. The complete pattern cannot ignore case,
 * because names must be capitalized.
 */
function insensitive(pattern: string): string {
  return pattern.replace(/(?<![\\?])[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}
