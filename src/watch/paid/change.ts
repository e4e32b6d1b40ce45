/**
 * A change that a watch reports: a difference between two states of one record, described in words. Pure.
 * `records/changes/reported-fields.ts` lists the reported fields.
 */
export interface Change {
  /** `rules`: our rules changed; `ours`: our assessment of the record, which also changes as days pass. */
  readonly kind:
    | 'hold'
    | 'status'
    | 'expiry'
    | 'license'
    | 'owner'
    | 'name'
    | 'place'
    | 'ours'
    | 'rules'
    | 'gravest'
    | 'order'
    | 'inspection'
    | 'inspection_changed';
  readonly label: string;
  readonly from: string;
  readonly to: string;
}
