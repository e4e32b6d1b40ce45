import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createClient } from 'vendor-compliance-client';

// Follows the feed as the client's README shows it: stores each change first, and then its cursor.
const client = createClient({ baseUrl: process.env.VENDOR_COMPLIANCE_URL });
const after = existsSync('cursor') ? { after: readFileSync('cursor', 'utf8') } : {};
for await (const change of client.eachChange({ ...after, limit: 50, wait: 10 })) {
  appendFileSync('changes.ndjson', `${JSON.stringify(change)}\n`);
  writeFileSync('cursor.new', change.cursor);
  renameSync('cursor.new', 'cursor');
}
