/**
 * A change that a watch reports: a difference between two states of a record, described in words. Pure.
 * `records/changes/reported-fields.ts` lists the reported fields.
 */
export interface Change {
  /**
   * `rules` means that our rules changed. `ours` means that our assessment of the record changed, which also
   * happens as days pass.
   */
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
