import { createRequire } from 'node:module';
import path from 'node:path';
import { Type } from 'typebox';
import { answerQuestions } from '../helper.ts';

/** A read API as one writes it in a day: Fastify, a pool of connections, one prepared statement for each address. */
const CONNECTIONS = 10;
const IDENTITY = `id, name, aka, license_number, license_type, license_status, license_expires_on, license_confirmed,
  city, county, zip, district, cuisine`;
const IN_A_LIST = `${IDENTITY}, grade, grade_status, hold_active, rollup`;
const VISIT = 'visit_number, date, type, disposition, result, high_priority, intermediate, basic, violations';

/** From where the others are installed. */
const require = createRequire(path.join(process.env.PEERS, 'package.json'));
const fastify = require('fastify');
const pg = require('pg');
// A day is a day, not a moment.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

answerQuestions(Type.Object({ databaseUrl: Type.String() }), async ({ databaseUrl }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  const read = async (name, text, values) => (await pool.query({ name, text, values })).rows;
  const app = fastify();
  app.get('/vendors/:id', async (request, reply) => {
    const [vendor] = await read('identity', `select ${IDENTITY} from vendors where id = $1`, [
      request.params.id,
    ]);
    return vendor ?? reply.code(404).send({ error: 'not found' });
  });
  app.get('/vendors/:id/record', async (request, reply) => {
    const [vendor] = await read('record', 'select * from vendors where id = $1', [request.params.id]);
    if (!vendor) return reply.code(404).send({ error: 'not found' });
    const inspections = await read(
      'visits',
      `select ${VISIT} from visits where vendor_id = $1 order by date desc, visit_number desc`,
      [vendor.id],
    );
    return { ...vendor, inspections };
  });
  app.get('/vendors', async ({ query: { license_number, q, limit = '20' } }) => {
    if (license_number !== undefined)
      return read('number', `select ${IN_A_LIST} from vendors where license_number = $1`, [license_number]);
    return read('search', `select ${IN_A_LIST} from search_vendors($1) limit $2`, [q, limit]);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { port: app.server.address().port };
});
