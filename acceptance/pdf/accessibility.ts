import { findTags, type PdfReading } from './read-pdf.ts';

const PAINTS = /(?:^|[\s\])>])(?:Tj|TJ|Do|S|s|f|f\*|B|B\*|sh)$/;

/**
 * Checks the parts of PDF/UA that can be checked without its validator. Returns a description of each fault.
 */
export function checkAccessibility({ source, tree, title }: PdfReading): string[] {
  const contents = [
    ...source.matchAll(/%% Contents for page (\d+)\n[\s\S]*?\nstream\n([\s\S]*?)\nendstream/g),
  ];
  const pages = source.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
  const figures = source.match(/\/S \/Figure\b/g)?.length ?? 0;
  const texts = [...source.matchAll(/\/Alt (\([^)]+\)|<[\da-f]+>)/g)].length;
  const cells = findTags(tree, 'TH');
  return [
    ...(/\/MarkInfo (?:\d+ 0 R|<<)/.test(source) && /\/Marked true/.test(source)
      ? []
      : ['not marked as tagged']),
    ...(/\/Lang \(en-US\)/.test(source) ? [] : ['no language']),
    ...(/\/DisplayDocTitle true/.test(source) ? [] : ['its title is not displayed']),
    ...(title === '' ? ['no title'] : []),
    ...(pages > 0 && contents.length === pages
      ? []
      : [`contents of ${contents.length} of ${pages} pages found`]),
    ...contents.flatMap(([, page, content = '']) => checkContent(`page ${page}`, content)),
    ...(figures === texts ? [] : [`${figures} figures, ${texts} alternative texts`]),
    ...(cells.length === 0 ? ['no header cells'] : []),
    ...cells
      .filter(({ attributes }) => !attributes.some((each) => /\/Scope \/(?:Row|Column)/.test(each)))
      .map(({ text }) => `header cell "${text}" has no scope`),
    ...(findTags(tree, 'H1').length === 1 ? [] : ['not exactly one first-level heading']),
  ];
}

/** Checks that all painted content is inside a tag or marked as an artifact. */
function checkContent(page: string, content: string): string[] {
  let depth = 0;
  let loose = 0;
  for (const line of content.split('\n')) {
    if (/\b(?:BDC|BMC)$/.test(line)) depth += 1;
    else if (line.endsWith('EMC')) depth -= 1;
    else if (depth === 0 && PAINTS.test(line)) loose += 1;
  }
  return [
    ...(loose > 0 ? [`${page}: ${loose} operators paint outside of tags`] : []),
    ...(depth === 0 ? [] : [`${page}: marked content is not closed`]),
  ];
}
