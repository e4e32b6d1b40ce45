import { SyntaxKind } from 'typescript/unstable/ast';
import { createScanner } from 'typescript/unstable/ast/scanner';

/** The kinds of text that the rules distinguish. */
export type Kind = 'comment' | 'title' | 'message' | 'manual' | 'history';

export interface Passage {
  readonly kind: Kind;
  /** The line in the file where the text begins, counted from 1. */
  readonly line: number;
  /** The text with its line breaks, without markers; code and addresses are replaced by `x`. */
  readonly text: string;
  readonly isHeading?: boolean;
}

const CALLS_WITH_A_TITLE = ['test', 'describe'];
/** Lines that are indented like code in Markdown and in comments. */
const INDENTED_CODE = /^ {4}.*$/gm;
const SKIPPED_COMMENT = /^(?:biome-ignore|@ts-|#)/;
const STRING_ENDS = [
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateTail,
];
/** After these tokens, a slash is a division. After any other token, it begins a regular expression. */
const VALUE_ENDS = [
  SyntaxKind.Identifier,
  SyntaxKind.NumericLiteral,
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateTail,
  SyntaxKind.RegularExpressionLiteral,
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.ThisKeyword,
];

interface Token {
  readonly kind: SyntaxKind;
  readonly start: number;
  readonly end: number;
}

/** Returns the comments, test titles and English catalog texts of a TypeScript file. */
export function readTypeScript(source: string): Passage[] {
  const lineOf = lineFinder(source);
  const passages: Passage[] = [];
  let comment: Token[] = [];
  let first: Token | undefined;
  let second: Token | undefined;
  const endComment = (): void => {
    const text = comment.map((each) => withoutMarkers(source.slice(each.start, each.end))).join('\n');
    if (comment[0] && !SKIPPED_COMMENT.test(text))
      passages.push({ kind: 'comment', line: lineOf(comment[0].start), text: withoutCode(text) });
    comment = [];
  };
  for (const token of tokensOf(source)) {
    if (isComment(token.kind)) {
      const last = comment.at(-1);
      const continues =
        last &&
        token.kind === SyntaxKind.SingleLineCommentTrivia &&
        lineOf(token.start) === lineOf(last.start) + 1;
      if (!continues) endComment();
      comment.push(token);
      continue;
    }
    if (comment.length > 0) endComment();
    const kind = isString(token.kind) && stringKind(source, first, second);
    if (kind) {
      const text = withoutCode(textOf(source.slice(token.start, token.end)));
      passages.push({
        kind,
        line: lineOf(token.start),
        text: kind === 'message' ? withoutArguments(text) : text,
      });
    }
    first = second;
    second = token;
  }
  endComment();
  return passages;
}

/**
 * Returns the kind of a string, based on the two tokens before it: `test(` is followed by a title, `en:` by
 * catalog text.
 */
function stringKind(source: string, first?: Token, second?: Token): Kind | undefined {
  if (first?.kind !== SyntaxKind.Identifier) return undefined;
  const name = source.slice(first.start, first.end);
  if (second?.kind === SyntaxKind.OpenParenToken && CALLS_WITH_A_TITLE.includes(name)) return 'title';
  return second?.kind === SyntaxKind.ColonToken && name === 'en' ? 'message' : undefined;
}

/** Yields every token except whitespace. A template literal with its expressions is one token. */
function* tokensOf(source: string): Generator<Token> {
  const scanner = createScanner(false, undefined, source);
  /** The start of each open template, and how many braces are open in its expression. */
  const templates: { readonly start: number; braces: number }[] = [];
  let last: SyntaxKind = SyntaxKind.Unknown;
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFile; kind = scanner.scan()) {
    if (kind === SyntaxKind.WhitespaceTrivia || kind === SyntaxKind.NewLineTrivia) continue;
    const start = scanner.getTokenStart();
    const template = templates.at(-1);
    if (kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken) {
      if (!VALUE_ENDS.includes(last)) kind = scanner.reScanSlashToken();
    } else if (kind === SyntaxKind.TemplateHead) {
      templates.push({ start, braces: 0 });
    } else if (template && kind === SyntaxKind.OpenBraceToken) {
      template.braces += 1;
    } else if (template && kind === SyntaxKind.CloseBraceToken) {
      if (template.braces === 0) kind = scanner.reScanTemplateToken(false);
      else template.braces -= 1;
    }
    if (!isComment(kind)) last = kind;
    if (kind === SyntaxKind.TemplateTail) templates.pop();
    const from = kind === SyntaxKind.TemplateTail ? (template?.start ?? start) : start;
    if (templates.length === 0) yield { kind, start: from, end: scanner.getTokenEnd() };
  }
}

function isComment(kind: SyntaxKind): boolean {
  return kind === SyntaxKind.SingleLineCommentTrivia || kind === SyntaxKind.MultiLineCommentTrivia;
}

function isString(kind: SyntaxKind): boolean {
  return STRING_ENDS.includes(kind);
}

function withoutMarkers(comment: string): string {
  return comment
    .replace(/^\/\/ ?|^\/\*\*? ?|\s*\*\/$/g, '')
    .replace(/^[ \t]*\*[ \t]?/gm, '')
    .replace(INDENTED_CODE, '')
    .replace(/^@\w+ /gm, '');
}

/** Returns the text of a literal; the expressions of a template are `x`. */
function textOf(literal: string): string {
  return literal
    .slice(1, -1)
    .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, 'x')
    .replace(/\\n/g, '\n\n')
    .replace(/\\(.)/g, '$1');
}

/** Replaces the arguments of a message, and keeps one form of each plural. */
function withoutArguments(text: string): string {
  return text
    .replace(/\{\w+(?:, (?:number|date)[^{}]*)?\}/g, 'x')
    .replace(/\b(?:one|zero|=\d+) \{[^{}]*\}/g, '')
    .replace(/\{\w+, (?:plural|select|selectordinal),/g, '')
    .replace(/\w+ \{|\}/g, ' ');
}

function withoutCode(text: string): string {
  return text
    .replace(/`[^`]*`|\{@link [^}]*\}|https?:\/\/[^\s)]+/g, (code) => `x${code.replace(/[^\n]/g, '')}`)
    .replace(/<[a-z/][^<>]*>/g, (tag) => tag.replace(/[^\n]/g, ''));
}

/** Returns the paragraphs, list items, table cells and headings of a Markdown file, without its code. */
export function readMarkdown(source: string, kind: 'manual' | 'history'): Passage[] {
  const passages: Passage[] = [];
  let lines: string[] = [];
  let start = 1;
  let isInFence = false;
  const end = (next: number): void => {
    const text = lines.join('\n');
    if (text.trim() !== '') passages.push({ kind, line: start, text: withoutLinks(withoutCode(text)) });
    lines = [];
    start = next;
  };
  const text = source.replace(/(?<=\n\n)(?: {4}.*\n)+/g, (code) => code.replace(/[^\n]/g, ''));
  text.split('\n').forEach((line, index) => {
    const isFence = /^\s*(?:>\s*)?```/.test(line);
    if (isFence) isInFence = !isInFence;
    if (isFence || isInFence || line.trim() === '' || /^\s*(?:<!--.*-->|\[[^\]]+\]:.*)$/.test(line))
      end(index + 2);
    else if (/^#+ /.test(line)) {
      end(index + 2);
      passages.push({ kind, line: index + 1, text: withoutCode(line.replace(/^#+ /, '')), isHeading: true });
    } else if (/^\s*\|/.test(line)) {
      end(index + 2);
      for (const cell of withoutCode(line).split('|'))
        if (/\w/.test(cell)) passages.push({ kind, line: index + 1, text: withoutLinks(cell.trim()) });
    } else {
      if (/^\s*(?:[-*]|\d+\.) /.test(line)) end(index + 1);
      lines.push(line.replace(/^\s*(?:>\s?)?(?:(?:[-*]|\d+\.) )?/, ''));
    }
  });
  end(0);
  return passages;
}

function withoutLinks(text: string): string {
  return text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\*\*|(?<=\s)_|_(?=\s)/g, '');
}

function lineFinder(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
