import type { Flaw } from '../../source/file-profile.ts';

const LETTER = /\p{L}/u;

/** Returns true if the text is not empty and contains no letters. */
export function lacksLetters(text: string): boolean {
  return text !== '' && !LETTER.test(text);
}

/** Matches legal forms such as "LLC", "L.L.C." and "INC." as separate words. */
const OF_COMPANIES = /(?:^|[^\p{L}])(?:LLC|L\.L\.C\.?|INC|INCORPORATED|CORP|CORPORATION|LTD)(?:$|[^\p{L}])/iu;

/** Returns true if a name contains a company's legal form. */
export function isCompany(name: string): boolean {
  return OF_COMPANIES.test(name);
}

/** Returns true if two names share a word with at least three letters or digits. */
export function shareWord(a: string, b: string): boolean {
  const words = new Set(wordsOf(a));
  return wordsOf(b).some((word) => words.has(word));
}

function wordsOf(name: string): string[] {
  return name.toUpperCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [name];
}

/**
 * Returns a test for rows that share a value with rows about something else. Ignores blank values. The values
 * in a file are counted only once.
 */
export function isShared<Row>(
  readValue: (row: Row) => string,
  readOwner: (row: Row) => string,
): Flaw<Row>['is'] {
  const counted = new WeakMap<readonly Row[], Map<string, Set<string>>>();
  const count = (rows: readonly Row[]) => {
    const owners = new Map<string, Set<string>>();
    for (const row of rows)
      owners.set(readValue(row), (owners.get(readValue(row)) ?? new Set()).add(readOwner(row)));
    counted.set(rows, owners);
    return owners;
  };
  return (row, _file, rows) => {
    const owners = counted.get(rows) ?? count(rows);
    return readValue(row) !== '' && (owners.get(readValue(row))?.size ?? 0) > 1;
  };
}

interface NamedRow {
  readonly businessName: string;
  readonly licenseType: string;
  readonly digits: string;
}

/**
 * Describes the flaw of a row that has another license's business name. If the column contains places instead
 * of names, most rows have this flaw.
 */
export function namesRepeated<Row extends NamedRow>(): Flaw<Row> {
  return {
    code: 'names_repeated',
    needsOperator: true,
    says: 'have the business name of another license',
    is: isShared(
      ({ businessName }) => businessName,
      ({ licenseType, digits }) => `${licenseType}:${digits}`,
    ),
  };
}
