/** What a watch reports: the differences between two states of one record, in words. Pure. `records/changes/reported-fields.ts` lists what is reported. */
export interface Change {
  /** `rules`: because our rules changed; `ours`: what we say about the record, which also changes as days pass. */
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
