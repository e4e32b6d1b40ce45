/**
 * What a message needs, read from its own ICU text by the compiler: `{count, plural, …}` wants a number, `{name}` a text,
 * `<link>…</link>` a function that wraps what is inside. It follows the braces, so that the words of a plural are no arguments.
 */

/** The arguments of a text; `Inserted` is what may stand in a message with tags besides text. */
export type MessageArguments<Text extends string, Inserted = never> = {
  readonly [Found in ArgumentIn<Text> as Found[0]]: Found[1] extends 'number'
    ? number
    : string | number | Inserted;
};

/** The tags of a text: the names of `</name>`. */
export type TagsOf<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}`
  ? Name | TagsOf<Rest>
  : never;

/** Pairs of an argument's name and what it takes. */
type ArgumentIn<Text extends string> = Walk<Text, [], never>;

/** Where the walk is: in words, or among the options of a plural or select. */
type Place = 'words' | 'options';

/** Goes from brace to brace; `Inside` are the places left to come back to, the innermost first. */
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

/** Just behind the brace of an argument. */
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

/** The options of an argument, behind `name, plural,`. */
type After<Text extends string> = Text extends `${string}, ${string},${infer Options}` ? Options : never;

type Leave<Inside extends readonly Place[]> = Inside extends readonly [
  Place,
  ...infer Outer extends readonly Place[],
]
  ? Outer
  : Inside;
