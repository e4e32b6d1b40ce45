/** The texts on one of our pages, whose HTML is well-formed. */
export interface Texts {
  readonly text: string;
  /** The text of each list item. */
  readonly items: readonly string[];
  /** Returns the cells of each row in the table with this caption. */
  rowsOf(caption: string): readonly (readonly string[])[];
}

export function parse(html: string): Texts {
  return {
    text: textIn(html),
    items: all(html, /<li>(.*?)<\/li>/gs).map(textIn),
    rowsOf(caption) {
      const table =
        all(html, /<table[^>]*>(.*?)<\/table>/gs).find((each) =>
          each.includes(`<caption>${caption}</caption>`),
        ) ?? '';
      const body = /<tbody>(.*?)<\/tbody>/s.exec(table)?.[1] ?? '';
      return all(body, /<tr>(.*?)<\/tr>/gs).map((row) =>
        all(row, /<t[hd][^>]*>(.*?)<\/t[hd]>/gs).map(textIn),
      );
    },
  };
}

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

function textIn(html: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&([#\w]+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
