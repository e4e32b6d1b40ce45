import pg from 'pg';
import { createPostgresSchema } from '../../test/support/postgres-schema.ts';

/** The service's records as one would keep them in PostgreSQL: a table of vendors, one of their visits, and what is searched indexed. */
const TABLES = `
  create table vendors (
    id uuid primary key, name text not null, aka text,
    license_number text not null, license_type text not null, license_status text not null, license_expires_on date,
    license_confirmed boolean not null, city text, county text, zip text, district integer, cuisine text,
    grade text, grade_status text not null, service_score double precision, risk_tier text, hold_active boolean not null,
    rollup jsonb not null, narrative text);
  create table visits (
    id bigint generated always as identity primary key, vendor_id uuid not null references vendors,
    visit_number integer, date date not null, type text, disposition text, result text,
    high_priority integer, intermediate integer, basic integer, violations jsonb not null);
  create index on vendors (license_number);
  create index on vendors using gin (name public.gin_trgm_ops);
  create index on visits (vendor_id, date desc, visit_number desc);
  create function search_vendors(words text) returns setof vendors language sql stable as
    $$ select * from vendors where name ilike '%' || words || '%' order by name, id $$;`;
const AT_ONCE = 50;

interface Schema {
  /** A connection string under which the schema is the only one. */
  readonly url: string;
  readonly name: string;
  readonly vendors: number;
  readonly visits: number;
  drop(): Promise<void>;
}

/** Copies every vendor with its visits out of a running service into a schema of its own. */
export async function copyRecords(
  databaseUrl: string,
  port: number,
  ids: readonly string[],
): Promise<Schema> {
  const schema = await createPostgresSchema(databaseUrl, TABLES);
  const pool = new pg.Pool({ connectionString: schema.url, max: 2 });
  try {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const cards = await Promise.all(
        ids.slice(at, at + AT_ONCE).map(async (id) => {
          const answer = await fetch(`http://127.0.0.1:${port}/api/vendors/${id}/scorecard`);
          return JSON.parse(await answer.text());
        }),
      );
      const rows = JSON.stringify(cards);
      await pool.query(VENDORS, [rows]);
      await pool.query(VISITS, [rows]);
    }
    await pool.query('analyze vendors');
    await pool.query('analyze visits');
    const { rows } = await pool.query(
      `select current_schema() as name, (select count(*)::integer from vendors) as vendors,
        (select count(*)::integer from visits) as visits`,
    );
    return { ...schema, ...rows[0] };
  } catch (error) {
    await schema.drop();
    throw error;
  } finally {
    await pool.end();
  }
}

const VENDORS = `
  insert into vendors
  select (card->>'id')::uuid, card->>'name', card->>'aka', card->'license'->>'number', card->'license'->>'type',
    card->'license'->>'status', (card->'license'->>'expires_on')::date, (card->'license'->>'confirmed')::boolean,
    card->'location'->>'city', card->'location'->>'county', card->'location'->>'zip',
    (card->'location'->>'district')::integer, card->>'cuisine', card->>'grade', card->>'grade_status',
    (card->>'service_score')::double precision, card->>'risk_tier', (card->'hold'->>'active')::boolean,
    card->'rollup_12m', card->>'narrative'
  from jsonb_array_elements($1::jsonb) as card`;
const VISITS = `
  insert into visits (vendor_id, visit_number, date, type, disposition, result, high_priority, intermediate, basic, violations)
  select (card->>'id')::uuid, (visit->>'visit_number')::integer, (visit->>'date')::date, visit->>'type',
    visit->>'disposition', visit->>'result', (visit->'counts'->>'high_priority')::integer,
    (visit->'counts'->>'intermediate')::integer, (visit->'counts'->>'basic')::integer, visit->'violations'
  from jsonb_array_elements($1::jsonb) as card, jsonb_array_elements(card->'inspections') as visit`;
