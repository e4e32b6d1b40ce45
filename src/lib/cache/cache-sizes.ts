/** What each cache of the service may hold: the memory that a busy service takes on top of an idle one. */
export const CACHE_SIZES = {
  /** Bytes of identities, of scorecards, of badges and of searches each; some 5,000 scorecards. */
  answers: 16_000_000,
  /** Bytes; some 3,000 pages. */
  compressedBodies: 24_000_000,
  /** Compressed bodies that were asked for once. */
  notedBodies: 10_000,
  /** Bytes; some 2,800 pages. */
  vendorPages: 48_000_000,
  /** Bytes; some 2,800 pages of vendors. */
  filledPages: 48_000_000,
  /** Bytes; some 200 pictures. */
  pictures: 16_000_000,
  /** Decisions of about 10 KB. */
  decisions: 3_000,
  /** Prepared statements of each SQLite connection. */
  statements: 500,
} as const;
