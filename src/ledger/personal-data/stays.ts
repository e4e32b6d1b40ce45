/** What erasing a person leaves, and why; docs/data-retention.md says the same. */
export const STAYS: readonly { readonly what: string; readonly why: string }[] = [
  {
    what: 'receipts',
    why: 'they name the vendor and the verdict, never who asked, and must stay verifiable',
  },
  {
    what: 'applications without the person’s details',
    why: 'business name, license number, decisions and their reasons are the organizer’s proof',
  },
  {
    what: 'subscriptions and notices of payments',
    why: 'tax law; they have the account’s id and the number of the customer at the payment provider, no name',
  },
  {
    what: 'the operators’ log and the process log',
    why: 'they show what was done to whose account; they have the account’s id, no name or address',
  },
  {
    what: 'the regulator’s records',
    why: 'they are public, and the regulator’s next file would bring them back',
  },
  { what: 'what the payment provider has', why: 'erase the customer there yourself' },
];
