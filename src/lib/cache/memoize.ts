/** Caches a pure function's results. The cache is cleared after `entriesMax` different inputs. */
export function memoize<Answer>(
  compute: (text: string) => Answer,
  entriesMax: number,
): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined || answers.has(text)) return known as Answer;
    const answer = compute(text);
    if (answers.size >= entriesMax) answers.clear();
    answers.set(text, answer);
    return answer;
  };
}
