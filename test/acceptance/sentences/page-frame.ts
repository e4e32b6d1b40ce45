/** Lines of the pages that claim nothing of a record: titles, links, advice, what the service is. */
export const PAGE_FRAME: readonly string[] = [];
