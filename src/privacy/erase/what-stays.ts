import type { LedgerTable } from '../export/exported-table.ts';

export interface Stay {
  readonly what: string;
  readonly why: string;
}

const SINCE_PAID = { onlyWith: 'subscriptions' } as const;

const STAYS: readonly (Stay & { readonly onlyWith?: LedgerTable })[] = [
  {
    what: 'receipts',
    why: 'they name the vendor and the verdict, never the person who asked, and must stay verifiable',
  },
  {
    what: 'applications without the person’s details',
    why: 'business name, license number, decisions and their reasons are the organizer’s proof',
  },
  {
    what: 'subscriptions and notices of payments',
    why: 'tax law; they have the account’s id and the number of the customer at the payment provider, no name',
    ...SINCE_PAID,
  },
  {
    what: 'the operators’ log and the process log',
    why: 'they show each action on an account; they have the account’s id, no name or address',
  },
  {
    what: 'for 30 days, emails about the deletion, and emails to others that name the person or the business',
    why: 'they belong to others, or notify the person',
  },
  {
    what: 'the regulator’s records',
    why: 'they are public, and the regulator’s next file would bring them back',
  },
  { what: 'data at the payment provider', why: 'erase the customer there yourself', ...SINCE_PAID },
];

/**
 * Lists the data that remains after erasing a person who has rows in these tables, with the reason for each.
 * docs/data-retention.md has the full list.
 */
export function listRemaining(rows: Readonly<Partial<Record<string, number>>>): Stay[] {
  return STAYS.flatMap(({ what, why, onlyWith }) =>
    onlyWith !== undefined && !rows[onlyWith] ? [] : [{ what, why }],
  );
}
