/**
 * Renders the plain text of an email as HTML, so that every email has both from one source. Paragraphs are
 * separated by an empty line, and their form determines how they are rendered:
 *
 * - `Confirm your spot:` with an address on our own site on the next line becomes a button. Only an email's
 *   first button is solid.
 * - Lines that all have the form `Label: value` become a table of facts.
 * - Lines that begin with `- ` become a list. Lines that begin with `> ` are another person's words and become
 *   a quotation.
 * - The text after a line `--` becomes the footer.
 * - Anything else becomes a paragraph, with its line breaks.
 *
 * Everything is escaped. Only addresses on our own site become links, and never inside a quotation, so that a
 * stranger's words never become a link. There are no images, style sheets, scripts or other requests.
 */

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:6px;background:#0b5c4a;color:#ffffff;font-weight:600;text-decoration:none';
const QUIET_BUTTON =
  'display:inline-block;padding:11px 19px;border-radius:6px;border:1px solid #0b5c4a;background:#ffffff;color:#0b5c4a;font-weight:600;text-decoration:none';
const FACT = /^(\p{Lu}[\p{L} ’]{0,29}): (\S.*)$/u;
/** Text that is longer than this reads better as a sentence with a link than as a button label. */
const BUTTON_LABEL_MAX = 48;

/**
 * Returns a complete HTML document for an email's text. `siteUrl` is the prefix of our own addresses, such as
 * `https://x.example`.
 */
export function htmlOf(text: string, { subject, siteUrl }: { subject: string; siteUrl: string }): string {
  const [body = '', footer = ''] = text.split(/^--\n/m);
  const render = createRenderer(siteUrl);
  const parts = body.trim().split(/\n{2,}/);
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 16px;${FONT};font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto">
${parts.map((part) => render(part)).join('\n')}
${footerOf(footer.trim(), siteUrl)}</div></body></html>
`;
}

function footerOf(text: string, siteUrl: string): string {
  return text === ''
    ? ''
    : `<p style="margin:32px 0 0;padding-top:12px;border-top:1px solid #8a8f98;font-size:13px">${linked(text, siteUrl)}</p>\n`;
}

function createRenderer(siteUrl: string): (part: string) => string {
  let buttons = 0;
  return (part) => {
    const lines = part.split('\n');
    const [label = '', address = ''] = lines;
    if (
      lines.length === 2 &&
      label.endsWith(':') &&
      isOurs(address, siteUrl) &&
      label.length <= BUTTON_LABEL_MAX
    ) {
      buttons += 1;
      return paragraph(
        `<a href="${escapeHtml(address)}" style="${buttons === 1 ? BUTTON : QUIET_BUTTON}">${escapeHtml(label.slice(0, -1))}</a>`,
      );
    }
    if (lines.every((line) => FACT.test(line))) return factTable(lines);
    return groupLines(lines)
      .map((group) => renderGroup(group, siteUrl))
      .join('\n');
  };
}

type Group = { readonly kind: 'text' | 'list' | 'quote'; readonly lines: string[] };

function groupLines(lines: readonly string[]): Group[] {
  const groups: Group[] = [];
  for (const line of lines) {
    const kind = line.startsWith('- ') ? 'list' : line.startsWith('>') ? 'quote' : 'text';
    const last = groups.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else groups.push({ kind, lines: [line] });
  }
  return groups;
}

function renderGroup({ kind, lines }: Group, siteUrl: string): string {
  if (kind === 'list')
    return `<ul style="margin:0 0 16px;padding-left:20px">${lines.map((line) => `<li>${linked(line.slice(2), siteUrl)}</li>`).join('')}</ul>`;
  if (kind === 'quote')
    return `<blockquote style="margin:0 0 16px;padding:4px 0 4px 14px;border-left:4px solid #8a8f98">${lines.map((line) => escapeHtml(line.replace(/^> ?/, ''))).join('<br>')}</blockquote>`;
  return paragraph(lines.map((line) => linked(line, siteUrl)).join('<br>'));
}

function factTable(lines: readonly string[]): string {
  const rows = lines.map((line) => {
    const [, label = '', value = ''] = FACT.exec(line) ?? [];
    return `<tr><th scope="row" style="padding:2px 16px 2px 0;text-align:left;vertical-align:top;font-weight:600">${escapeHtml(label)}</th><td style="padding:2px 0">${escapeHtml(value)}</td></tr>`;
  });
  return `<table style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`;
}

function paragraph(html: string): string {
  return `<p style="margin:0 0 16px">${html}</p>`;
}

/** Escapes a line of our own words, and turns addresses on our own site into links. */
function linked(line: string, siteUrl: string): string {
  return line
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/)
    .map((piece, index) =>
      index % 2 === 1 && isOurs(piece, siteUrl)
        ? `<a href="${escapeHtml(piece)}" style="color:inherit;overflow-wrap:anywhere">${escapeHtml(piece)}</a>`
        : escapeHtml(piece),
    )
    .join('')
    .replaceAll('\n', '<br>');
}

function isOurs(address: string, siteUrl: string): boolean {
  return address === siteUrl || address.startsWith(`${siteUrl}/`);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
