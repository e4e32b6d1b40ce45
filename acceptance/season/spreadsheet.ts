/** An organizer's spreadsheet with 40 rows, 15 of which have typical faults. */

export interface Truck {
  /** `MFD5890001` */
  readonly number: string;
  readonly name: string;
  readonly city: string;
}

interface SheetRow {
  readonly name: string;
  readonly number: string;
  readonly city: string;
}

type Spoil = (truck: Truck, other: Truck) => SheetRow;

const SPOILS: readonly Spoil[] = [
  ({ number, name, city }) => ({ name, number: exchangeDigits(number), city }),
  ({ number, name, city }) => ({ name, number: number.slice(0, -1), city }),
  ({ name, city }) => ({ name: withTypo(name), number: '', city }),
  ({ name, city }) => ({ name: name.toLowerCase(), number: 'N/A', city }),
  ({ number, name, city }, other) => ({
    name,
    number: `${number} / ${other.number}`,
    city,
  }),
  ({ number, city }, other) => ({ name: other.name, number, city }),
  ({ city }) => ({ name: 'No Such Truck Anywhere', number: '', city }),
  ({ name, city }) => ({ name, number: 'MFD1', city }),
  ({ city }) => ({ name: '', number: 'MFD5899999', city }),
  () => ({ name: 'Truck', number: 'License #', city: 'City' }),
  () => ({ name: '', number: '', city: '' }),
  ({ number, name, city }) => ({ name, number, city }),
  ({ name, city }) => ({ name: `${name} (dba)`, number: '', city }),
  ({ name }) => ({ name: name.split(' ')[0] ?? '', number: '', city: '' }),
  ({ city }) => ({ name: '=HYPERLINK("http://example.invalid")', number: '', city }),
];

/** Returns 25 correct rows, with a faulty one after every second row until all 15 are included. */
export function makeSheet(trucks: readonly Truck[]): SheetRow[] {
  const rows: SheetRow[] = trucks.slice(0, 25);
  const others = trucks.slice(25);
  SPOILS.forEach((spoil, index) => {
    const truck = others[index];
    const other = others[(index + 1) % others.length];
    // The eleventh correct row appears again further down, as if it had been pasted twice.
    const meant = index === 11 ? trucks[10] : truck;
    if (meant && other) rows.splice(index * 2 + 2, 0, spoil(meant, other));
  });
  return rows;
}

export function toCsv(rows: readonly SheetRow[]): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = rows.map(({ name, number, city }) => [name, number, city].map(cell).join(','));
  return `Truck,License #,Based in\r\n${lines.join('\r\n')}\r\n`;
}

function exchangeDigits(number: string): string {
  const at = number.length - 2;
  const a = number.charAt(at);
  const b = number.charAt(at + 1);
  return a === b
    ? `${number.slice(0, at - 1)}${a}${number.charAt(at - 1)}${b}`
    : `${number.slice(0, at)}${b}${a}`;
}

function withTypo(name: string): string {
  const at = name.indexOf(' ') + 2;
  return name.slice(0, at) + name.slice(at + 1);
}
