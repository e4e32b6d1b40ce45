/**
 * The languages of pages, email and documents. Everything that programs read and everything that is stored is
 * in English.
 */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The same text in every language. */
export type Texts = Readonly<Record<Language, string>>;

/** Dates and thousands are formatted as in the United States, because people here read these every day. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** Creates a value in every language, for code that does not know the reader's language yet. */
export function inEach<Made>(make: (language: Language) => Made): Readonly<Record<Language, Made>> {
  return { en: make('en'), es: make('es') };
}

/** Returns the language with this code, or undefined. */
export function parseLanguage(text: string | null | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === text);
}

/** Uses British list formatting for English, because we put no comma before "and". */
const LISTS = inEach((language) => new Intl.ListFormat(language === 'en' ? 'en-GB' : LOCALES[language]));

/** Returns "1, 2 and 3" or "1, 2 y 3". */
export function joinWords(words: readonly string[], language: Language): string {
  return LISTS[language].format(words);
}
