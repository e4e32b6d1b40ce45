const LETTER = /\p{L}/u;

/** Whether a text has something in it, and none of it is a letter. */
export function lacksLetters(text: string): boolean {
  return text !== '' && !LETTER.test(text);
}

/** "LLC", "L.L.C.", "INC." and the like as a word of their own. */
const OF_COMPANIES = /(?:^|[^\p{L}])(?:LLC|L\.L\.C\.?|INC|INCORPORATED|CORP|CORPORATION|LTD)(?:$|[^\p{L}])/iu;

/** Whether a name has a company's legal form in it. */
export function isCompany(name: string): boolean {
  return OF_COMPANIES.test(name);
}

/** Whether two names have a word of three letters or digits in common. */
export function shareWord(a: string, b: string): boolean {
  const words = new Set(wordsOf(a));
  return wordsOf(b).some((word) => words.has(word));
}

function wordsOf(name: string): string[] {
  return name.toUpperCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [name];
}
