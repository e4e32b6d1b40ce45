/** Shape of the stored bodies; raised whenever one of them changes, so that records are published again after an upgrade. */
export const RECORD_FORMAT = 19;
