import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';
import type { Confidence, MatchReason } from '../../matching/matchable.ts';

/** Names for the reasons for and against a match. */
export const MATCH_REASONS_NAMED = defineNames<MatchReason>({
  same_name: { en: 'same name', es: 'mismo nombre' },
  same_number: { en: 'same number', es: 'mismo número' },
  number_alike: { en: 'number with one digit different', es: 'número con un dígito distinto' },
  digits_exchanged: {
    en: 'number with two digits swapped',
    es: 'número con dos dígitos intercambiados',
  },
  digit_missing: { en: 'number with a digit missing', es: 'número al que le falta un dígito' },
  digit_extra: { en: 'number with an extra digit', es: 'número con un dígito de más' },
  number_misread: {
    en: 'number with letters and digits mixed up',
    es: 'número con letras y dígitos confundidos',
  },
  former_name: { en: 'former name', es: 'nombre anterior' },
  spelled_alike: { en: 'similar spelling', es: 'se escribe parecido' },
  other_order: { en: 'words in a different order', es: 'las palabras en otro orden' },
  words_missing: { en: 'the name has more words', es: 'el nombre tiene más palabras' },
  words_more: {
    en: 'some of your words aren’t in the name',
    es: 'algunas de sus palabras no están en el nombre',
  },
  city: { en: 'your words include its city', es: 'sus palabras incluyen la ciudad' },
  other_letters: { en: 'different kind of license', es: 'otro tipo de licencia' },
  other_number: { en: 'different number', es: 'otro número' },
  other_name: { en: 'different name', es: 'otro nombre' },
  other_city: { en: 'different city on file', es: 'otra ciudad en los registros' },
});

export const CONFIDENCES_NAMED = defineNames<Confidence>({
  sure: { en: 'Very likely', es: 'Muy probable' },
  likely: { en: 'Likely', es: 'Probable' },
  possible: { en: 'Possible', es: 'Posible' },
});

export const MATCH = defineMessages({
  because: { en: '{confidence}: {why}.', es: '{confidence}: {why}.' },
});
