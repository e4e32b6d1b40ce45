/**
 * The maximum sizes of the service's caches. Together, they determine how much more memory a busy service
 * needs than an idle one.
 */
export const CACHE_SIZES = {
  /** Bytes, separately for identities, scorecards, badges and searches; about 5,000 scorecards. */
  answers: 16_000_000,
  /** Bytes; about 3,000 pages. */
  compressedBodies: 24_000_000,
  /** Compressed bodies that were requested once. */
  notedBodies: 10_000,
  /** Bytes; about 2,800 pages. */
  vendorPages: 48_000_000,
  /** Bytes; about 2,800 pages of vendors. */
  filledPages: 48_000_000,
  /** Bytes; about 200 pictures. */
  pictures: 16_000_000,
  /** Decisions, of about 10 KB each. */
  decisions: 3_000,
  /** Prepared statements for each SQLite connection. */
  statements: 500,
} as const;
