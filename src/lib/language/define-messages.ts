import { type Formatters, IntlMessageFormat } from 'intl-messageformat';
import { memoize } from '../cache/memoize.ts';
import { type Language, LOCALES, type Texts } from './language.ts';
import type { MessageArguments, TagsOf } from './message-arguments.ts';

/**
 * Defines a feature's text in every language, side by side, so that a key without a translation does not
 * compile. Messages use ICU syntax, and the English message determines a key's arguments
 * (docs/decisions/0027-languages.md).
 */
export function defineMessages<const Catalog extends CatalogOfTexts>(catalog: Catalog): Messages<Catalog> {
  return { en: messagesIn('en', catalog), es: messagesIn('es', catalog), catalog };
}

/** Defines plain text that is looked up by code. Every code must have a text. */
export function defineNames<Code extends string>(names: Readonly<Record<Code, Texts>>): Names<Code> {
  const inLanguage = (language: Language) =>
    mapValues(names, (texts: Texts) => texts[language]) as Readonly<Record<Code, string>>;
  return { en: inLanguage('en'), es: inLanguage('es'), names };
}

type CatalogOfTexts = Readonly<Record<string, Texts>>;

/** A feature's text by language. A test reads all of it through `catalog`. */
type Messages<Catalog extends CatalogOfTexts> = Readonly<Record<Language, MessagesIn<Catalog>>> & {
  readonly catalog: Catalog;
};

type Names<Code extends string> = Readonly<Record<Language, Readonly<Record<Code, string>>>> & {
  readonly names: Readonly<Record<Code, Texts>>;
};

type MessagesIn<Catalog extends CatalogOfTexts> = {
  readonly [Key in keyof Catalog]: Message<Catalog[Key]['en']>;
};

/**
 * A message without arguments is a string. A message with tags is a function that returns parts to insert
 * into a template. Any other message is a function that returns a string.
 */
type Message<Text extends string> = Text extends `${string}</${string}`
  ? <Inserted>(values: RichArguments<Text, Inserted>) => readonly (string | Inserted)[]
  : Text extends `${string}{${string}`
    ? TextOrParts<Text>
    : string;

/** Returns parts only if something other than text is inserted, such as a date with markup. */
interface TextOrParts<Text extends string> {
  (values: MessageArguments<Text>): string;
  <Inserted extends object>(values: MessageArguments<Text, Inserted>): readonly (string | Inserted)[];
}

type RichArguments<Text extends string, Inserted> = MessageArguments<Text, Inserted> & {
  readonly [Tag in TagsOf<Text>]: (inside: readonly (string | Inserted)[]) => Inserted;
};

function messagesIn<Catalog extends CatalogOfTexts>(
  language: Language,
  catalog: Catalog,
): MessagesIn<Catalog> {
  return mapValues(catalog, (texts: Texts) => toMessage(texts[language], language)) as MessagesIn<Catalog>;
}

function toMessage(text: string, language: Language): unknown {
  if (!/[{<]/.test(text)) return text;
  // Parsing a message takes longer than using it, and most pages use few messages, so parse on first use.
  let read: IntlMessageFormat | undefined;
  const isRich = text.includes('</');
  const format = (values: Record<string, unknown>): unknown => {
    read ??= new IntlMessageFormat(text, LOCALES[language], undefined, { formatters: FORMATTERS[language] });
    const formatted = read.format(values as Parameters<IntlMessageFormat['format']>[0]);
    return typeof formatted === 'string' && !isRich ? formatted : [formatted].flat();
  };
  return format;
}

/**
 * The formatters, created once. The library would otherwise build a cache key from a formatter's options on
 * each use, which takes five times as long as everything else.
 */
const FORMATTERS: Readonly<Record<Language, Formatters>> = { en: formattersOf('en'), es: formattersOf('es') };

function formattersOf(language: Language): Formatters {
  const locale = LOCALES[language];
  const rules = new Map<string | undefined, { readonly select: (value: number) => Intl.LDMLPluralRule }>();
  const numberOf = memoize((options) => {
    const format = new Intl.NumberFormat(locale, JSON.parse(options));
    return { format: ofSmallNumbers((value) => format.format(value)) };
  }, 20);
  return {
    getNumberFormat: (_locales, options = {}) =>
      numberOf(Object.keys(options).length === 0 ? NO_OPTIONS : JSON.stringify(options)) as ReturnType<
        Formatters['getNumberFormat']
      >,
    getDateTimeFormat: () => {
      throw new Error('a day is put in words by lib/time/dates.ts before it goes into a message');
    },
    getPluralRules: (_locales, options) => {
      const known = rules.get(options?.type) ?? pluralRulesOf(locale, options);
      rules.set(options?.type, known);
      return known as ReturnType<Formatters['getPluralRules']>;
    },
  };
}

const NO_OPTIONS = '{}';

function pluralRulesOf(locale: string, options: Intl.PluralRulesOptions | undefined) {
  const plural = new Intl.PluralRules(locale, options);
  return { select: ofSmallNumbers((value) => plural.select(value)) };
}

const SMALL_NUMBERS = 100;

/**
 * Caches the results for numbers up to a hundred, which covers nearly all counts. Calling Intl takes longer
 * than the rest of a message.
 */
function ofSmallNumbers<Answer>(ask: (value: number) => Answer): (value: number) => Answer {
  const known: Answer[] = [];
  return (value) => {
    if (!Number.isInteger(value) || value < 0 || value >= SMALL_NUMBERS) return ask(value);
    known[value] ??= ask(value);
    return known[value];
  };
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
