/** Something that must not be, seen once. */
export interface Finding {
  /** Where: `GET /api/vendors`. */
  readonly name: string;
  /** What: `5xx`, `off schema`, `undocumented status`. */
  readonly kind: string;
  readonly status: number;
  /** In words; its first ones tell findings apart. */
  readonly detail: string;
  /** A command that shows it again. */
  readonly example: string;
}

/** All findings of one kind at one place. */
interface FindingGroup extends Finding {
  readonly count: number;
}

const KEY_LENGTH = 60;
const GROUPS_MAX = 2_000;

/** Groups findings as they come; of each group one example is kept, the shortest. */
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

  /** The most frequent first. */
  list(): FindingGroup[] {
    return [...this.groups.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
  }
}

function withoutIds(text: string): string {
  return text.replace(/[\da-f]{8}-[\da-f-]{27}/g, '<id>').replace(/\d+/g, '0');
}

/** Each group in a few lines. */
export function describeFindings(groups: readonly FindingGroup[]): string {
  return groups
    .map(
      ({ kind, name, status, count, detail, example }) =>
        `${count} × ${kind} · ${name} · ${status}\n    ${detail.slice(0, 300)}\n    ${example}`,
    )
    .join('\n');
}
