/** One occurrence of a violation. */
export interface Finding {
  /** The operation: `GET /api/vendors`. */
  readonly name: string;
  /** The kind of violation: `5xx`, `off schema`, `undocumented status`. */
  readonly kind: string;
  readonly status: number;
  /** A description. Its first words distinguish one finding from another. */
  readonly detail: string;
  /** A command that reproduces it. */
  readonly example: string;
}

/** All findings of the same kind for the same operation. */
interface FindingGroup extends Finding {
  readonly count: number;
}

const KEY_LENGTH = 60;
const GROUPS_MAX = 2_000;

/** Groups findings as they arrive and keeps the shortest example of each group. */
export class Findings {
  private readonly groups = new Map<string, FindingGroup>();

  add(finding: Finding): void {
    const key = [
      finding.name,
      finding.kind,
      finding.status,
      withoutIds(finding.detail).slice(0, KEY_LENGTH),
    ].join('|');
    const known = this.groups.get(key);
    if (known === undefined && this.groups.size >= GROUPS_MAX) return;
    const shorter = known === undefined || finding.example.length < known.example.length ? finding : known;
    this.groups.set(key, { ...shorter, count: (known?.count ?? 0) + 1 });
  }

  /** Lists the groups, most frequent first. */
  list(): FindingGroup[] {
    return [...this.groups.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
  }
}

function withoutIds(text: string): string {
  return text.replace(/[\da-f]{8}-[\da-f-]{27}/g, '<id>').replace(/\d+/g, '0');
}

/** Describes each group in a few lines. */
export function describeFindings(groups: readonly FindingGroup[]): string {
  return groups
    .map(
      ({ kind, name, status, count, detail, example }) =>
        `${count} × ${kind} · ${name} · ${status}\n    ${detail.slice(0, 300)}\n    ${example}`,
    )
    .join('\n');
}
