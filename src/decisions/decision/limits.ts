/** Decisions a day of a client without a key, wherever it asks for them: each may file a receipt, which is kept for good. */
export function decisionsOfDay({ DECISION_DAY }: { readonly DECISION_DAY: number }) {
  return { name: 'decision-day', perDay: DECISION_DAY, onlyRefuses: true } as const;
}
