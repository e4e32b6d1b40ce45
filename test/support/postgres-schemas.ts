import pg from 'pg';
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts';
import { migrateAndRecord } from './migrated.ts';
import {
  createPostgresSchema,
  dropLeftSchemas,
  type PostgresSchema,
  runOnPostgres,
} from './postgres-schema.ts';

/**
 * How long to wait for locks when emptying a returned schema, which must wait for connections that are still
 * open.
 */
const EMPTY_WITHIN_MS = 5_000;
/**
 * The number of unused schemas to keep. Most tests open fewer at a time, and dropping many more would delay
 * the end of the process.
 */
const FREE_MAX = 8;

/** A migrated schema without rows that is lent to one test at a time. */
interface LentSchema {
  /** A connection string whose search path contains only this schema. */
  readonly url: string;
  giveBack(): Promise<void>;
}

interface KeptSchema extends PostgresSchema {
  /** A description of the schema's tables, columns, and indexes right after migration. */
  readonly made: string;
}

/**
 * The schemas of this process. Creating a schema takes a hundred times as long as emptying it, so each is
 * reused unless a test changed more than its rows.
 */
export class PostgresSchemas {
  readonly #databaseUrl: string;
  readonly #free: KeptSchema[] = [];
  #script: Promise<string> | undefined;
  #emptying: Promise<string> | undefined;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
    // No other event signals that the last test in the process has ended. The event can fire more than once,
    // but after the first time there is nothing left to drop.
    process.on('beforeExit', () => this.#dropAll());
  }

  async lend(): Promise<LentSchema> {
    const schema = this.#free.pop() ?? (await this.#make());
    return { url: schema.url, giveBack: () => this.#takeBack(schema) };
  }

  async #make(): Promise<KeptSchema> {
    this.#script ??= this.#recordMigrations();
    const schema = await createPostgresSchema(this.#databaseUrl, await this.#script);
    this.#emptying ??= writeEmptying(schema.url);
    await this.#emptying;
    const [made] = await runOnPostgres(schema.url, DESCRIBE);
    return { ...schema, made: JSON.stringify(made) };
  }

  async #recordMigrations(): Promise<string> {
    await dropLeftSchemas(this.#databaseUrl);
    const schema = await createPostgresSchema(this.#databaseUrl);
    const database = openPostgres(schema.url);
    try {
      return (await migrateAndRecord(database)).join(';\n');
    } finally {
      await database.close();
      await schema.drop();
    }
  }

  async #takeBack(schema: KeptSchema): Promise<void> {
    try {
      const [now] = await runOnPostgres(schema.url, DESCRIBE);
      if (JSON.stringify(now) === schema.made && this.#free.length < FREE_MAX) {
        await runOnPostgres(schema.url, `set lock_timeout = ${EMPTY_WITHIN_MS}; ${await this.#emptying}`);
        this.#free.push(schema);
        return;
      }
    } catch {
      // The schema is locked or unusable for some other reason, so it is not reused.
    }
    await schema.drop();
  }

  async #dropAll(): Promise<void> {
    await Promise.all(this.#free.splice(0).map((schema) => schema.drop()));
  }
}

/** Describes everything in a schema except its rows. */
export const DESCRIBE = `select string_agg(line, E'\\n' order by line) as lines from (
  select concat_ws(' ', c.relname, c.relkind, a.attnum, a.attname, a.attnotnull, a.attidentity,
      format_type(a.atttypid, a.atttypmod), pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = current_schema()::regnamespace
  union all select concat_ws(' ', conname, conrelid::regclass, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = current_schema()::regnamespace
  union all select indexdef from pg_indexes where schemaname = current_schema()
  union all select definition from pg_views where schemaname = current_schema()
  union all select concat_ws(' ', t.tgname, t.tgenabled, t.tgrelid::regclass)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal
  union all select proname from pg_proc where pronamespace = current_schema()::regnamespace) described`;

const TABLES = `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`;
const REFERENCES = `select conrelid::regclass::text as child, confrelid::regclass::text as parent
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid`;
const COUNTERS = `select sequencename as name, last_value as last from pg_sequences where schemaname = current_schema()`;

/**
 * Returns statements that restore a schema's rows to their current state, which is the state right after
 * migration.
 */
async function writeEmptying(url: string): Promise<string> {
  const tables = (await runOnPostgres(url, TABLES)).map(({ name }) => String(name));
  const references = await runOnPostgres(url, REFERENCES);
  const parentsFirst = sortByReferences(tables, references);
  const statements = parentsFirst.toReversed().map((table) => `delete from ${pg.escapeIdentifier(table)}`);
  for (const table of parentsFirst) {
    const name = pg.escapeIdentifier(table);
    const [row] = await runOnPostgres(url, `select json_agg(r) as rows from ${name} r`);
    if (row?.rows === null || row?.rows === undefined) continue;
    const rows = pg.escapeLiteral(JSON.stringify(row.rows));
    statements.push(
      `insert into ${name} overriding system value select * from json_populate_recordset(null::${name}, ${rows})`,
    );
  }
  for (const { name, last } of await runOnPostgres(url, COUNTERS)) {
    const counter = pg.escapeLiteral(pg.escapeIdentifier(String(name)));
    statements.push(`select setval(${counter}, ${last ?? 1}, ${last !== null})`);
  }
  return statements.join(';\n');
}

function sortByReferences(
  tables: readonly string[],
  references: readonly Record<string, unknown>[],
): readonly string[] {
  const sorted: string[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const next = left.filter((table) =>
      references.every(({ child, parent }) => child !== table || sorted.includes(String(parent))),
    );
    if (next.length === 0) throw new Error(`These tables refer to each other: ${left.join(', ')}`);
    sorted.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return sorted;
}
