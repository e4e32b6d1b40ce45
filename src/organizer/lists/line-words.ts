import { LANGUAGES, type Language } from '../../lib/language/language.ts';
import { displayName } from '../../records/record/display-name.ts';
import type { OtherLicenseCode } from '../../regulator/source/other-license.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { LINE_NOTES, LINE_PROBLEMS, type LIST_PROBLEMS } from './messages.ts';

/**
 * Describes the lines of a list. Stored lists contain codes, and these functions convert them to sentences.
 */

/** A note that an earlier version of this service stored as an English sentence. */
interface Told {
  readonly code: 'told';
  readonly text: string;
}

/** Something unusual in a line that did not prevent a match. */
export type LineNote =
  | { readonly code: 'cut' }
  | {
      readonly code: 'no_number' | 'no_name' | 'no_city' | 'shortened' | 'unlike_number';
      /** The beginning of the cell as typed. */
      readonly cell: string;
    }
  | {
      readonly code: 'other_license';
      readonly cell: string;
      /** Absent in lists from earlier versions, which only recognized restaurants. */
      readonly kind?: OtherLicenseCode;
    }
  | Told;

/** The reason that a line was not used. */
export type LineProblem =
  | { readonly code: 'empty' | 'above_titles' | 'repeats_titles' | 'total' | 'nothing_read' }
  | { readonly code: 'two_numbers'; readonly cell: string }
  | { readonly code: 'nobody'; readonly notes: readonly LineNote[] }
  | { readonly code: 'same_line'; readonly line: number }
  | { readonly code: 'same_vendor'; readonly line: number; readonly name: string }
  | Told;

/** The key of the sentence that explains why a list could not be parsed at all. */
export type ListProblem = keyof (typeof LIST_PROBLEMS)['names'];

export function describeNote(note: LineNote, language: Language = 'en'): string {
  const t = LINE_NOTES[language];
  switch (note.code) {
    case 'cut':
      return t.cut;
    case 'no_number':
      return t.noNumber(note);
    case 'no_name':
      return t.noName(note);
    case 'no_city':
      return t.noCity(note);
    case 'other_license':
      return note.kind === undefined || note.kind === 'restaurant'
        ? t.otherLicense(note)
        : t.otherKind({ cell: note.cell, kind: nameOfOther(note.kind, language) });
    case 'shortened':
      return t.shortened(note);
    case 'unlike_number':
      return t.unlikeNumber(note);
    case 'told':
      return note.text;
  }
}

function nameOfOther(kind: OtherLicenseCode, language: Language): string {
  return REGULATOR.otherLicenses(language).find(({ code }) => code === kind)?.name ?? '';
}

export function describeLineProblem(problem: LineProblem, language: Language = 'en'): string {
  const t = LINE_PROBLEMS[language];
  switch (problem.code) {
    case 'empty':
      return t.empty;
    case 'above_titles':
      return t.aboveTitles;
    case 'repeats_titles':
      return t.repeatsTitles;
    case 'total':
      return t.total;
    case 'nothing_read':
      return t.nothingRead;
    case 'two_numbers':
      return t.twoNumbers(problem);
    case 'nobody':
      return [t.nobody, ...problem.notes.map((note) => describeNote(note, language))].join(' ');
    case 'same_line':
      return t.sameLine(problem);
    case 'same_vendor':
      return t.sameVendor({ ...problem, name: displayName(problem.name) });
    case 'told':
      return problem.text;
  }
}

/** Converts a stored note, which may come from an earlier version. */
export function asNote(kept: LineNote | string): LineNote {
  return typeof kept === 'string' ? { code: 'told', text: kept } : kept;
}

export function asProblem(kept: LineProblem | string): LineProblem {
  return typeof kept === 'string' ? { code: 'told', text: kept } : kept;
}

/** Returns true if the sentence is available in this language. Notes from earlier versions are in English. */
export function isIn(language: Language, { code }: LineNote | LineProblem): boolean {
  return language === LANGUAGES[0] || code !== 'told';
}
