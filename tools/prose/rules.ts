import type { Kind, Passage } from './read-prose.ts';

/**
 * A word that we do not use, and its replacement. The word is a regular expression in which a space matches
 * any whitespace.
 */
type Word = readonly [pattern: string, better: string];

const WORDS: readonly Word[] = [
  ['(?<!postal )mails?|mailed|e-mails?', 'email, emails, emailed'],
  ['nobody|somebody|anybody', 'the actor: the organizer, a caller, the operator; or "no one"'],
  ['whoever|whomever', 'the actor: the organizer, a caller, the operator'],
  ['whatever|however (?:many|much|long)', '"any", "any number of", or the noun'],
  ['as it stands', 'as it is'],
  [
    'stands?(?= (?:in|at|on|behind|beside|next|above|below|there|here|as|alone|against|between)\\b)|stands$|stood',
    'is, appears',
  ],
  [
    '(?<!\\b(?:left|leaves?|leaving) (?:\\w+ ){0,2})behind(?! (?:\\w+ ){0,3}(?:proxy|proxies|balancers?|gateways?|hood|link)\\b)',
    'after, later than, "the reason for"',
  ],
  ['beside', 'next to, in addition to'],
  ['anew', 'again'],
  ['(?<!\\b(?:leaves?|left|let) (?:\\w+ )?)alone', 'only, by itself'],
  ['meanwhile', 'until then, during that time'],
  ['all the same', 'still, anyway'],
  ['but for', 'except for'],
  ['alike', 'similar, the same, both'],
  ['sureness', 'confidence'],
  ['kept (?:answers?|responses?|copy|copies)', 'cached'],
  ['likeness(?:es)?', 'profile check'],
  ['touched(?! with)', 'affected, changed'],
  ['(?<!\\bpromises? )(?:un)?settle[sd]?|settling', 'resolve, resolved, decide'],
  ["measures? of the regulator|(?:the )?regulator['’]s measures?", 'enforcement action'],
  ['gravity|gravest|graver', 'severity, most severe, worst'],
  ['foretold|foretells?', 'predicted'],
  ['speaks? (?:against|for)', 'the consequence: "We advise against booking"'],
  ['that of|those of', 'the noun again'],
  ['another one', 'the noun again'],
  [
    '(?<!\\b(?:there|that|this) )(?:is|are|was|were) no(?= [a-z]+)(?! (?:longer|more|fewer|less|later|earlier|older|newer|larger|smaller|better|worse|different|match|one)\\b)',
    '"is not a"; or "there is no" at the start',
  ],
  ['(?<!\\bthere )(?:is|are|was) none', 'there is none, does not have one'],
  ['ha(?:s|ve|d) not(?= (?:a|an|any|the)\\b)', 'does not have'],
  ['go(?:es)? on', 'continue'],
  ['puts? right', 'fix, correct'],
  ['(?:is|are) said', 'is shown, is stated'],
  ['tak(?:es?|en|ing) back', 'withdraw, remove'],
];
/**
 * Words that are fine on pages, where a person speaks to a person. Elsewhere, a record or a file shows, lists
 * or reports.
 */
const WORDS_OFF_PAGES: readonly Word[] = [
  ['tells?|told|telling', 'show, list, report, return, include, say'],
];

const WORDS_MAX = 30;
/** A comment or title that begins like this is a clause without a verb. */
const FRAGMENT = /^(?:What|Which|Whether|Where|Of(?! course)|How)\b/i;
/** A later sentence that begins like this hides its subject, or says "where" instead of "if". */
const FRONTED = /^(?:Whether|Where|Of(?! course))\b(?!.*\?$)/s;
const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const DATE = new RegExp(`\\b20\\d\\d-\\d\\d-\\d\\d\\b|\\b(?:${MONTHS}) \\d{1,2}, 20\\d\\d\\b`, 'g');

interface Finding {
  readonly line: number;
  readonly breach: string;
}

/** Returns every violation of the rules in one passage, each with a better word. */
export function checkPassage(passage: Passage): Finding[] {
  const { kind, text } = passage;
  return [
    ...wordsOf(kind).flatMap(({ pattern, better }) =>
      [...text.matchAll(pattern)].map((found) =>
        findingAt(passage, found.index, `"${found[0]}": write ${better}`),
      ),
    ),
    ...checkSentences(passage),
    ...checkQuotes(passage),
    ...(kind === 'manual'
      ? [...text.matchAll(DATE)].map((found) =>
          findingAt(
            passage,
            found.index,
            `"${found[0]}": a manual has no dates; write figures to docs/measurements`,
          ),
        )
      : []),
  ];
}

function checkSentences(passage: Passage): Finding[] {
  if (passage.isHeading) return [];
  const isCode = passage.kind === 'comment' || passage.kind === 'title';
  return sentencesOf(passage.text).flatMap(({ sentence, at }, index) => {
    const count = sentence.match(/\S*[\p{L}\d]\S*/gu)?.length ?? 0;
    const pattern = isCode && index === 0 ? FRAGMENT : FRONTED;
    const opening = pattern.exec(sentence)?.[0];
    const isLabel = passage.kind === 'message' && !sentence.endsWith('.');
    return [
      ...(count > WORDS_MAX
        ? [findingAt(passage, at, `a sentence of ${count} words: write two; at most ${WORDS_MAX}`)]
        : []),
      ...(opening && !isLabel
        ? [
            findingAt(
              passage,
              at,
              `"${opening} …": begin with the subject or a verb (Returns, Lists, If, When)`,
            ),
          ]
        : []),
    ];
  });
}

function sentencesOf(text: string): { readonly sentence: string; readonly at: number }[] {
  const breaks = /(?<=[.!?]["'”’)]*)\s+|\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/g;
  let at = 0;
  const ends = [...text.matchAll(breaks)].map(
    (found) => [found.index, found.index + found[0].length] as const,
  );
  return [...ends, [text.length, text.length] as const].map(([end, next]) => {
    const sentence = { sentence: text.slice(at, end), at };
    at = next;
    return sentence;
  });
}

/** Checks quotes: pages, email and test titles use curly ones; comments and Markdown use straight ones. */
function checkQuotes(passage: Passage): Finding[] {
  const isCurly = passage.kind === 'message' || passage.kind === 'title';
  const found = (isCurly ? /["']/ : /[“”‘’]/).exec(passage.text);
  const better = isCurly ? '“ ” ’' : '" \'';
  return found ? [findingAt(passage, found.index, `${found[0]}: write ${better}`)] : [];
}

interface CompiledWord {
  readonly pattern: RegExp;
  readonly better: string;
}

const ON_PAGES = WORDS.map(compile);
const OFF_PAGES = [...ON_PAGES, ...WORDS_OFF_PAGES.map(compile)];

function wordsOf(kind: Kind): readonly CompiledWord[] {
  return kind === 'message' ? ON_PAGES : OFF_PAGES;
}

function compile([pattern, better]: Word): CompiledWord {
  return { pattern: new RegExp(`(?<![\\w-])(?:${pattern.replaceAll(' ', '\\s+')})(?![\\w-])`, 'gi'), better };
}

function findingAt(passage: Passage, at: number, breach: string): Finding {
  return { line: passage.line + (passage.text.slice(0, at).match(/\n/g)?.length ?? 0), breach };
}
