import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };
import { type Config, listSettings, loadConfig, refuseUnencrypted } from '../src/config.ts';
import { DOCUMENTS_FORM } from '../src/web/kit/forms/upload.ts';
import {
  environmentOf,
  isInContext,
  lastOf,
  ROOT,
  readCopy,
  readStages,
  type Stage,
} from './support/containerfile.ts';
import { type DemoApp, openDemoApp } from './support/demo-app.ts';
import { openTestSqlite, type TestDatabase } from './support/engines.ts';

/** Tests that the deployment files match the service, as docs/deploying.md says. */
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const KNOWN = new Set(listSettings().map(({ name }) => name));

/** Parses settings as the service does, except that an unknown name is an error here. */
function settingsOf(environment: Readonly<Record<string, string>>): Config {
  const unknown = Object.keys(environment).filter((name) => !KNOWN.has(name));
  assert.deepEqual(unknown, [], 'no such settings');
  return loadConfig(environment);
}

const image = readStages().at(-1) as Stage;
const imageSettings = environmentOf(image);

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Container {
  readonly image: string;
  readonly command?: readonly string[];
  readonly envFrom?: readonly unknown[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

describe('the image', () => {
  test('is built only from files that exist and that its build context includes, and contains no tests', () => {
    const ignore = read('.containerignore');
    assert.equal(read('.dockerignore'), ignore);
    const copied = readStages().flatMap(({ steps }) =>
      steps.filter(({ word }) => word === 'COPY').map(({ rest }) => readCopy(rest)),
    );
    const fromHere = copied.filter(({ stage }) => stage === undefined).flatMap(({ from }) => from);
    assert.ok(fromHere.length >= 6);
    for (const file of fromHere) {
      assert.ok(existsSync(path.join(ROOT, file)), file);
      assert.ok(isInContext(file, ignore), `${file} is kept from the builder`);
    }
    assert.deepEqual(
      ['src/config.ts', 'src/jobs/run-steps.test.ts', '.env', '.git/config', 'node_modules/x.js'].map(
        (file) => isInContext(file, ignore),
      ),
      [true, false, false, false, false],
    );
  });

  test('has settings that the service accepts, listens on the port that it exposes, and stores its data in the volume', () => {
    const config = settingsOf(imageSettings);
    assert.deepEqual([config.host, String(config.port)], ['0.0.0.0', lastOf(image, 'EXPOSE')]);
    assert.equal(config.dataDir, lastOf(image, 'VOLUME'));
  });

  test('runs the lock file’s Node as a non-root user, and checks its health with files that it contains', () => {
    const [build] = readStages();
    const version = read('.node-version').trim();
    assert.equal(build?.base, `node:${version}-trixie-slim`);
    assert.match(lastOf(image, 'USER') ?? '', /^[1-9]\d*:[1-9]\d*$/);
    const health = lastOf(image, 'HEALTHCHECK') ?? '';
    const commands = [health.slice(health.indexOf('[')), lastOf(image, 'ENTRYPOINT') ?? ''];
    for (const command of commands) {
      const [node, script = ''] = JSON.parse(command);
      assert.equal(node, '/app/node_modules/.bin/node');
      assert.ok(existsSync(path.join(ROOT, script.replace('/app/', ''))), script);
    }
    assert.deepEqual(JSON.parse(lastOf(image, 'CMD') ?? ''), ['serve']);
  });
});

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml'));
  const { app, ...others } = services;

  test('gives the service valid settings and the addresses of the other containers', () => {
    const environment = Object.fromEntries(
      Object.entries<string>(app.environment).map(([name, value]) => [
        name,
        value.replace(/\$\{(\w+)[^}]*\}/g, (_, each) => (each === 'POSTGRES_PASSWORD' ? 'secret' : '')),
      ]),
    );
    const config = settingsOf({ ...imageSettings, ...environment });
    const { POSTGRES_USER: user, POSTGRES_DB: name } = others.postgres.environment;
    assert.equal(config.databaseUrl, `postgres://${user}:secret@postgres:5432/${name}`);
    for (const url of [config.databaseUrl, config.redisUrl, config.smtpUrl])
      assert.ok(new URL(url ?? '').hostname in others, url);
    for (const each of Object.keys(app.depends_on)) assert.ok(each in others, each);
    assert.equal(app.ports[0], `127.0.0.1:${new URL(config.baseUrl).port}:${config.port}`);
    assert.deepEqual(
      app.volumes.map((volume: string) => volume.split(':')),
      [['data', lastOf(image, 'VOLUME')]],
    );
    assert.ok('data' in volumes && 'database' in volumes);
  });

  test('runs a PostgreSQL version that the image’s pg_dump can back up', () => {
    const installed = image.steps.find(({ rest }) => rest.includes('apt-get install'))?.rest ?? '';
    const client = /postgresql-client-(\d+)/.exec(installed)?.[1];
    assert.equal(others.postgres.image, `postgres:${client}`);
  });

  test('opens ports only to this machine, contains no password, and does not let the service write outside its volume', () => {
    const ports = Object.values<{ ports?: string[] }>(services).flatMap((each) => each.ports ?? []);
    for (const port of ports) assert.match(port, /^127\.0\.0\.1:/);
    assert.doesNotMatch(read('compose.yaml'), /PASSWORD: (?!\$\{POSTGRES_PASSWORD:\?)/);
    assert.deepEqual([app.read_only, app.cap_drop], [true, ['ALL']]);
    assert.deepEqual(app.security_opt, ['no-new-privileges:true']);
    // The service itself needs up to 10 seconds to stop (docs/operations.md).
    assert.ok(Number.parseInt(app.stop_grace_period, 10) > 10);
  });
});

describe('the systemd unit', () => {
  const lines = read('deploy/systemd/vendor-compliance.service').split('\n');
  const valuesOf = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []));

  test('starts existing programs with settings that the service accepts', () => {
    const environment = valuesOf('Environment').map((pair) => pair.split('=', 2) as [string, string]);
    const ofRuntime = (name: string) => /^(?:NODE|MALLOC)_/.test(name);
    const config = settingsOf(Object.fromEntries(environment.filter(([name]) => !ofRuntime(name))));
    assert.equal(config.dataDir, `/var/lib/${valuesOf('StateDirectory')[0]}`);
    const folder = valuesOf('WorkingDirectory')[0] ?? '';
    const [node = '', script = '', command] = (valuesOf('ExecStart')[0] ?? '').split(' ');
    assert.equal(node, `${folder}/node_modules/.bin/node`);
    assert.ok(existsSync(path.join(ROOT, script)));
    assert.equal(command, 'serve');
    assert.ok(Number(valuesOf('TimeoutStopSec')[0]) > 10);
    assert.deepEqual(valuesOf('MemoryDenyWriteExecute'), []);
  });

  test('listens on its socket at the address used in the examples', () => {
    assert.deepEqual(valuesOf('Requires'), ['vendor-compliance.socket']);
    const { host, port } = loadConfig({});
    const socket = read('deploy/systemd/vendor-compliance.socket');
    assert.ok(socket.includes(`\nListenStream=${host}:${port}\n`));
  });

  test('shares its account, folder, program, and settings with the documented way to run other commands', () => {
    const documented = read('docs/deploying.md');
    const [node, script] = (valuesOf('ExecStart')[0] ?? '').split(' ');
    for (const words of [
      `--uid=${valuesOf('User')[0]} --gid=${valuesOf('Group')[0]} `,
      `--working-directory=${valuesOf('WorkingDirectory')[0]} `,
      `--setenv=${valuesOf('Environment').find((pair) => pair.startsWith('DATA_DIR='))} `,
      `--property=EnvironmentFile=${valuesOf('EnvironmentFile')[0]} --property=UMask=${valuesOf('UMask')[0]} `,
      `${node} ${script} "$@"`,
    ])
      assert.ok(documented.includes(words), words);
  });

  test('lets the service write only to its own folder, and shows the line that a backup folder needs', () => {
    assert.deepEqual([valuesOf('ProtectSystem'), valuesOf('ReadWritePaths')], [['strict'], []]);
    const [line] = valuesOf('#ReadWritePaths').map((folder) => `ReadWritePaths=${folder}`);
    assert.ok(line !== undefined && read('docs/backup.md').includes(`\`${line}\``), line);
  });
});

describe('the Kubernetes example', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes/vendor-compliance.yaml'), {
    merge: true,
  }).map((each) => each.toJS());
  const ofKind = (kind: string) => documents.find((each) => each.kind === kind);
  const { spec } = ofKind('StatefulSet').spec.template;
  const containers: readonly Container[] = [...spec.initContainers, ...spec.containers];
  const [own, service] = containers as [Container, Container];
  const settings = ofKind('ConfigMap').data;
  let database: TestDatabase;
  let demo: DemoApp;

  before(async () => {
    database = await openTestSqlite();
    demo = await openDemoApp(database);
  });
  after(async () => {
    await demo.app.close();
    await database.close();
  });

  test('gives the service settings that it accepts, including those from its secret', () => {
    const secret = { DATABASE_URL: 'postgres://user@postgres/name', METRICS_TOKEN: 'x'.repeat(32) };
    const config = settingsOf({ ...imageSettings, ...settings, ...secret });
    assert.throws(() => loadConfig({ ...settings, DATABASE_URL: secret.DATABASE_URL }), /METRICS_TOKEN/);
    const ports = new Map(service.ports?.map(({ name, containerPort }) => [name, containerPort]));
    assert.deepEqual([ports.get('http'), ports.get('metrics')], [config.port, config.metrics?.port]);
    const documented = read('docs/deploying.md');
    for (const name of Object.keys(secret)) assert.ok(documented.includes(`--from-literal=${name}=`), name);
  });

  test('says which of its addresses must still be protected before real records are served', () => {
    const real = {
      REGULATOR_SOURCE: 'https://regulator.example/',
      DATABASE_URL: 'postgres://user@postgres/name',
    };
    const given = { ...settings, ...real, METRICS_TOKEN: 'x'.repeat(32) };
    assert.throws(() => refuseUnencrypted(settingsOf(given)), /DATABASE_URL and REDIS_URL may leave/);
    const said =
      /UNENCRYPTED_ALLOWED: (\S+)/.exec(read('deploy/kubernetes/vendor-compliance.yaml'))?.[1] ?? '';
    refuseUnencrypted(settingsOf({ ...given, UNENCRYPTED_ALLOWED: said }));
  });

  test('never does a rolling upgrade, because two versions must not use the same database', () => {
    assert.deepEqual(ofKind('StatefulSet').spec.updateStrategy, { type: 'OnDelete' });
    assert.doesNotMatch(read('docs/deploying.md'), /rollout restart/);
  });

  test('checks its health at the service’s port, by name', async () => {
    const { startupProbe, livenessProbe, readinessProbe } = service;
    const probes = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet);
    assert.deepEqual(
      probes.map((each) => each?.path),
      ['/healthz', '/healthz', '/readyz'],
    );
    for (const probe of probes) {
      assert.equal(probe?.port, 'http');
      assert.equal((await demo.app.inject(probe?.path ?? '')).statusCode, 200);
    }
  });

  test('runs this version’s image as the image’s user, can write only to its volumes, and has its own secrets', () => {
    const [user, group] = (lastOf(image, 'USER') ?? '').split(':').map(Number);
    const { runAsUser, runAsGroup, runAsNonRoot } = spec.securityContext;
    assert.deepEqual([runAsUser, runAsGroup, runAsNonRoot], [user, group, true]);
    for (const container of containers) {
      assert.equal(container.image, `vendor-compliance-read-api:${packageJson.version}`);
      assert.deepEqual(
        [
          container.securityContext.readOnlyRootFilesystem,
          container.securityContext.allowPrivilegeEscalation,
        ],
        [true, false],
      );
    }
    const [node, script = '', from, to] = own.command ?? [];
    assert.equal(node, '/app/node_modules/.bin/node');
    assert.ok(existsSync(path.join(ROOT, script.replace('/app/', ''))));
    const mounted = (container: Container, at: string) =>
      container.volumeMounts.find(({ mountPath }) => mountPath === at)?.name;
    assert.deepEqual([mounted(own, from ?? ''), mounted(own, to ?? '')], ['secrets', 'private']);
    for (const file of [settings.RECEIPT_KEYS_FILE, settings.SESSION_SECRET_FILE]) {
      assert.equal(mounted(service, path.dirname(file)), 'private');
      assert.ok(read(script.replace('/app/', '')).includes(`'${path.basename(file)}'`));
    }
    assert.equal(mounted(service, imageSettings.DATA_DIR ?? ''), 'data');
    assert.ok(spec.terminationGracePeriodSeconds > 10);
  });
});

describe('the proxy examples', () => {
  const { port } = loadConfig({});
  for (const file of ['deploy/proxy/nginx.conf', 'deploy/proxy/Caddyfile'])
    test(`${file} forwards to the service, accepts its longest URL and largest upload, and names settings that exist`, () => {
      const text = read(file);
      assert.match(text, new RegExp(`127\\.0\\.0\\.1:${port}\\b`));
      const [, headers = '', kilo = ''] =
        /(?:large_client_header_buffers 4|max_header_size) (\d+)(k|KB)/.exec(text) ?? [];
      assert.ok(kilo !== '' && Number(headers) * 1024 > 10_240);
      const [, mega = ''] = /(?:client_max_body_size|max_size) (\d+)M?m?/.exec(text) ?? [];
      assert.ok(Number(mega) * 1_000_000 > DOCUMENTS_FORM.requestBytes);
      const settings = [...text.matchAll(/\b([A-Z_]{6,})=(\S+?)[,\n]/g)].map(([, name, value]) => [
        name,
        value,
      ]);
      settingsOf(Object.fromEntries(settings));
      assert.deepEqual(
        settings.map(([name]) => name),
        ['BASE_URL', 'TRUST_PROXY'],
      );
    });
});
