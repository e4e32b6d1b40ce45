/** Extracts the text of an uncompressed pdfkit PDF in drawing order, with one line per text operator. */
export function readPdfText(bytes: Uint8Array): string[] {
  const source = Buffer.from(bytes).toString('latin1');
  const maps = new Map<string, readonly string[]>();
  for (const [, name = '', id = ''] of source.matchAll(/\/(F\d+) (\d+) 0 R/g))
    if (!maps.has(name)) maps.set(name, readUnicode(source, id));
  let map: readonly string[] = [];
  const lines: string[] = [];
  for (const [operator, font] of source.matchAll(/\/(F\d+) [\d.]+ Tf|\[[^\]\n]*\] TJ/g)) {
    if (font !== undefined) map = maps.get(font) ?? [];
    else lines.push(decode(operator, map));
  }
  return lines;
}

/** Returns the characters that each glyph stands for, from the font's ToUnicode map. */
function readUnicode(source: string, fontId: string): string[] {
  const mapId = /\/ToUnicode (\d+) 0 R/.exec(objectText(source, fontId))?.[1] ?? '';
  const ranges = objectText(source, mapId).matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/g);
  return [...ranges].flatMap(([, , characters = '']) =>
    [...characters.matchAll(/<([\da-f ]+)>/g)].map(([, units = '']) =>
      units
        .split(' ')
        .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
        .join(''),
    ),
  );
}

function objectText(source: string, id: string): string {
  const start = source.indexOf(`\n${id} 0 obj`);
  return start < 0 ? '' : source.slice(start, source.indexOf('endobj', start));
}

function decode(operator: string, map: readonly string[]): string {
  return [...operator.matchAll(/<([\da-f]+)>/g)]
    .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    .map((glyph) => map[Number.parseInt(glyph, 16)] ?? '?')
    .join('');
}
