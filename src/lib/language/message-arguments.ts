/**
 * Lets the compiler derive the arguments of a message from its ICU text: `{count, plural, …}` needs a number,
 * `{name}` a text, `<link>…</link>` a function that wraps its content. It follows the braces, so that the
 * words of a plural are not arguments.
 */

/** The arguments of a text. `Inserted` is the type that a message with tags accepts in addition to text. */
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

/** The position of the walk: in words, or among the options of a plural or select. */
type Place = 'words' | 'options';

/** Walks from brace to brace. `Inside` lists the places to return to, the innermost first. */
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

/** The options of an argument, after `name, plural,`. */
type After<Text extends string> = Text extends `${string}, ${string},${infer Options}` ? Options : never;

type Leave<Inside extends readonly Place[]> = Inside extends readonly [
  Place,
  ...infer Outer extends readonly Place[],
]
  ? Outer
  : Inside;
