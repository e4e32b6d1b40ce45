/** The languages that people read pages, mail and papers in. What programs read, and what is stored, is English. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text in every language. */
export type Texts = Readonly<Record<Language, string>>;

/** With the habits of the United States: its dates and its thousands are what people here read every day. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

/** What each language is called by those who speak it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** The same thing made in every language, for whoever does not know yet who will read it. */
export function inEach<Made>(make: (language: Language) => Made): Readonly<Record<Language, Made>> {
  return { en: make('en'), es: make('es') };
}

/** The language that a text names, or undefined. */
export function parseLanguage(text: string | null | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === text);
}

/** Like the rest of our English, a list has no comma before its "and". */
const LISTS = inEach((language) => new Intl.ListFormat(language === 'en' ? 'en-GB' : LOCALES[language]));

/** "1, 2 and 3", "1, 2 y 3". */
export function joinWords(words: readonly string[], language: Language): string {
  return LISTS[language].format(words);
}
