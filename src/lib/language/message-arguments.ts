/**
 * Lets the compiler derive a message's arguments from its ICU text: `{count, plural, …}` needs a number,
 * `{name}` a string, and `<link>…</link>` a function that wraps its content. It tracks braces so that the
 * words in a plural do not count as arguments.
 */

/** A text's arguments. `Inserted` is the type that a message with tags accepts in addition to strings. */
export type MessageArguments<Text extends string, Inserted = never> = {
  readonly [Found in ArgumentIn<Text> as Found[0]]: Found[1] extends 'number'
    ? number
    : string | number | Inserted;
};

/** A text's tags: the names in `</name>`. */
export type TagsOf<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}`
  ? Name | TagsOf<Rest>
  : never;

/** Pairs of an argument's name and type. */
type ArgumentIn<Text extends string> = Walk<Text, [], never>;

/** The position of the walk: in words, or among the options of a plural or select. */
type Place = 'words' | 'options';

/** Walks from brace to brace. `Inside` is the stack of places to return to, innermost first. */
type Walk<
  Text extends string,
  Inside extends readonly Place[],
  Found,
> = Text extends `${infer Before}{${infer After}`
  ? Before extends `${infer _}}${infer Rest}`
    ? Walk<`${Rest}{${After}`, Leave<Inside>, Found>
    : Inside extends readonly ['options', ...Place[]]
      ? Walk<After, ['words', ...Inside], Found>
      : Enter<After, Inside, Found>
  : Found;

/** The position after the opening brace of an argument. */
type Enter<
  Text extends string,
  Inside extends readonly Place[],
  Found,
> = Text extends `${infer Name}}${infer Rest}`
  ? Name extends `${infer Real}, ${infer Kind}`
    ? Kind extends `${'plural' | 'selectordinal'},${string}`
      ? Walk<After<Text>, ['options', ...Inside], Found | [Real, 'number']>
      : Kind extends `select,${string}`
        ? Walk<After<Text>, ['options', ...Inside], Found | [Real, 'text']>
        : Walk<Rest, Inside, Found | [Real, 'number']>
    : Walk<Rest, Inside, Found | [Name, 'text']>
  : Found;

/** An argument's options, after `name, plural,`. */
type After<Text extends string> = Text extends `${string}, ${string},${infer Options}` ? Options : never;

type Leave<Inside extends readonly Place[]> = Inside extends readonly [
  Place,
  ...infer Outer extends readonly Place[],
]
  ? Outer
  : Inside;
