// Keeps a CSV file of all vendors in step with the service. Run it from cron: the first run reads everybody, each later one only what changed.
//
//   VENDOR_COMPLIANCE_URL=https://… node keep-csv.mjs vendors.csv
//
// Node 20.3 or later; `npm install <clone of the service>/client`, packed as its README says.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createClient } from 'vendor-compliance-client';

const [file = 'vendors.csv'] = process.argv.slice(2);
if (!process.env.VENDOR_COMPLIANCE_URL) {
  console.error('Set VENDOR_COMPLIANCE_URL to the address of the service.');
  process.exit(2);
}
const client = createClient({ baseUrl: process.env.VENDOR_COMPLIANCE_URL, waitMaxMs: 90_000 });

const COLUMNS = ['id', 'license_number', 'name', 'city', 'county', 'grade', 'verdict', 'license_status'];
const toRow = (vendor) => [
  ...[vendor.id, vendor.license.number, vendor.name, vendor.city, vendor.county],
  ...[vendor.grade ?? vendor.grade_status, vendor.verdict, vendor.license.status],
];

/** Where a later run goes on from. It is stored last: whatever a stopped run had done is done again, to the same end. */
const memory = `${file}.state.json`;
const known = existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : undefined;
const rows = new Map(known?.rows ?? []);
let cursor = known?.cursor;

if (!known) {
  // The cursor first: what changes while the vendors are read is told again afterwards.
  cursor = (await client.listChanges({ after: 'now' })).meta.next;
  for await (const vendor of client.eachVendor()) rows.set(vendor.id, toRow(vendor));
}
const changed = new Map();
for await (const change of client.eachChange({ after: cursor })) {
  changed.set(change.vendor_id, change.license_number);
  cursor = change.cursor;
}
for (const [id, number] of changed) {
  const { vendors } = await client.searchVendors({ q: number });
  const vendor = vendors.find((each) => each.id === id);
  if (vendor) rows.set(id, toRow(vendor));
  else rows.delete(id);
}

/** RFC 4180; and a spreadsheet runs what begins like a formula. */
function cell(value) {
  const text = /^[=+\-@\t\r]/.test(value ?? '') ? `'${value}` : (value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
function replace(path, text) {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}
replace(file, `${[COLUMNS, ...rows.values()].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`);
replace(memory, JSON.stringify({ cursor, rows: [...rows] }));
console.log(`${rows.size} vendors, ${changed.size} changed since the last run`);
