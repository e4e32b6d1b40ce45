import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Type } from 'typebox';
import { answerQuestions } from '../helper.ts';

/** PostGraphile as its guide sets it up: every table and function of the schema, over GraphQL. GET, so that the load is the same. */
const CONNECTIONS = 10;

/** From where the others are installed. */
const require = createRequire(path.join(process.env.PEERS, 'package.json'));
const { postgraphile } = require('postgraphile');
const { makePgService } = require('postgraphile/adaptors/pg');
const { grafserv } = require('postgraphile/grafserv/node');
const { PostGraphileAmberPreset } = require('postgraphile/presets/amber');

answerQuestions(
  Type.Object({ databaseUrl: Type.String(), schema: Type.String() }),
  async ({ databaseUrl, schema }) => {
    const instance = postgraphile({
      extends: [PostGraphileAmberPreset],
      pgServices: [
        makePgService({
          connectionString: databaseUrl,
          schemas: [schema],
          poolConfig: { max: CONNECTIONS },
        }),
      ],
      grafserv: { graphqlOverGET: true, watch: false },
      grafast: { explain: false },
    });
    const server = createServer();
    await instance.createServ(grafserv).addTo(server);
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { port: server.address().port };
  },
);
