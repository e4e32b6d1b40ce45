const BLOCKS =
  /<\/?(?:address|article|blockquote|caption|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|label|legend|li|main|nav|ol|option|p|section|summary|details|table|tbody|td|textarea|th|thead|title|tr|ul|br|button)\b[^>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

/**
 * Returns the visible text of a page, with one line for each paragraph, cell, list item, or quote. Charts are
 * skipped, because a table has the same content.
 */
export function linesOf(page: string): string[] {
  const body = page
    .replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<meta [^>]*content="([^"]*)"[^>]*>/g, (meta, content: string) =>
      /name="description"/.test(meta) ? `\n${content}\n` : '\n',
    );
  return body
    .replace(/“[^”<]*”/g, (quote) => quote.replace(/\s+/g, ' '))
    .replace(/<t[dh]\b[^>]*>/g, ' | ')
    .replace(/<\/t[dh]>/g, '')
    .replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '))
    .replace(BLOCKS, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}
