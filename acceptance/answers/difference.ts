const SHOWN_MAX = 8;
const AROUND = 90;

/** The lines that differ, shortened around the first character that does. */
export function describeDifference(before: string, after: string): string {
  const old = before.split('\n');
  const now = after.split('\n');
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end += 1;
  const removed = old.slice(start, old.length - end);
  const added = now.slice(start, now.length - end);
  const lines = Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => at).flatMap((at) =>
    removed[at] === added[at] ? [] : describeLine(removed[at], added[at]),
  );
  const more = lines.length > SHOWN_MAX ? [`  … ${lines.length - SHOWN_MAX} more lines`] : [];
  return [...lines.slice(0, SHOWN_MAX), ...more].join('\n');
}

function describeLine(before: string | undefined, after: string | undefined): string[] {
  const old = before ?? '';
  const now = after ?? '';
  let at = 0;
  while (at < old.length && old[at] === now[at]) at += 1;
  const cut = (text: string) =>
    `${at > AROUND ? '…' : ''}${text.slice(Math.max(0, at - AROUND), at + AROUND)}${text.length > at + AROUND ? '…' : ''}`;
  return [
    ...(before === undefined ? [] : [`  - ${cut(old)}`]),
    ...(after === undefined ? [] : [`  + ${cut(now)}`]),
  ];
}
