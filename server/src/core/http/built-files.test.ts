import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { closeAfterTests, temporaryFolder } from '../../../test/clean-up.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { builtFilesJob, createFindSharedFile, shareBuiltFiles } from './built-files.ts';
import { createHttpServer } from './server.ts';
import { registerStaticFiles } from './static-files.ts';

const database = await createTestDatabase();
const statements: string[] = [];
const { query } = database.pool;
database.pool.query = ((...parameters: Parameters<typeof query>) => {
  statements.push(JSON.stringify(parameters[0]));
  return query.apply(database.pool, parameters);
}) as typeof query;

const code = 'const text = "as long as text has to be before compression helps";'.repeat(20);

/** A process with a build of its own, whose files have this hash. */
async function startVersion(hash: string) {
  const dist = temporaryFolder('dist');
  mkdirSync(join(dist, 'assets'));
  for (const [name, content] of [
    [`app-${hash}.js`, code],
    [`${hash}.js`, `// ${code}`],
    [`style.api-${hash}.css`, 'body { margin: 0 }'],
  ] as const) {
    writeFileSync(join(dist, 'assets', name), content);
    writeFileSync(join(dist, 'assets', `${name}.br`), brotliCompressSync(content));
  }
  writeFileSync(join(dist, 'assets', `font-${hash}.woff2`), Buffer.from([0, 255, 1]));
  writeFileSync(join(dist, 'assets', 'plan.txt'), 'not built');
  await shareBuiltFiles(database.query, dist);
  const http = await createHttpServer({ logger: pino({ level: 'silent' }), trustedProxies: [], strictResponses: true });
  await registerStaticFiles(http, dist, createFindSharedFile(database));
  closeAfterTests(() => http.close());
  const get = async (name: string, encodings = '') => {
    const { statusCode, headers, rawPayload } = await http.inject({
      url: `/assets/${name}`,
      headers: { 'accept-encoding': encodings },
    });
    const { 'content-type': type, 'content-encoding': encoding, 'cache-control': cache, vary } = headers;
    return { statusCode, type, encoding, cache, vary, content: rawPayload.toString('base64') };
  };
  return { http, get, dist };
}

const former = await startVersion('Zq_1-aB2');
const current = await startVersion('9xYkLm3-');
const storedNames = async () =>
  (await database.pool.query<{ name: string }>('select name from built_files order by name collate "C"')).rows.map(
    ({ name }) => name,
  );

describe('a process of another version', () => {
  test.each([
    ['app-%.js', ''],
    ['app-%.js', 'gzip, deflate, br'],
    ['%.js', 'br'],
    ['style.api-%.css', 'br'],
    ['font-%.woff2', 'br'],
  ])('answers %s for clients that accept "%s" like the process that built it (RUN-21)', async (name, encodings) => {
    for (const [own, other, hash] of [
      [former, current, 'Zq_1-aB2'],
      [current, former, '9xYkLm3-'],
    ] as const) {
      const expected = await own.get(name.replace('%', hash), encodings);
      expect(expected).toMatchObject({ statusCode: 200, cache: 'public, max-age=31536000, immutable' });
      expect(await other.get(name.replace('%', hash), encodings)).toEqual(expected);
    }
  });

  test('answers GET and HEAD, and no other method', async () => {
    const url = '/assets/app-Zq_1-aB2.js';
    expect((await current.http.inject({ method: 'HEAD', url })).statusCode).toBe(200);
    expect((await current.http.inject({ method: 'POST', url })).statusCode).toBe(404);
  });
});

test('a start stores only what is missing', async () => {
  const before = await storedNames();
  expect(before).toHaveLength(8);
  statements.length = 0;
  await shareBuiltFiles(database.query, current.dist);
  expect(statements).toHaveLength(1);
  expect(await storedNames()).toEqual(before);
});

describe('an unknown name', () => {
  test.each(['none.js', 'app-Zq_1-aB2.js.map', 'app-Zq_1-aB2', '../app-Zq_1-aB2.js', "app-'or'1'1.js"])(
    'that no build makes, such as %s, is refused without a query',
    async (name) => {
      statements.length = 0;
      const { statusCode } = await current.http.inject(`/assets/${encodeURIComponent(name)}`);
      expect([403, 404]).toContain(statusCode);
      expect(statements).toEqual([]);
    },
  );

  test('costs the database next to nothing, even if a thousand arrive at once', async () => {
    statements.length = 0;
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => current.get(`app-${String(index).padStart(8, 'x')}.js`)),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
    expect(statements.length).toBeLessThan(20);
  });
});

describe('every night', () => {
  beforeAll(async () => {
    await database.pool.query(`update built_files set used_at = now() - interval '15 days'`);
    await builtFilesJob(database, current.dist).run({} as never, { isLast: false });
  });

  test('the files of versions that have not run for 14 days are deleted', async () => {
    expect(await storedNames()).toEqual([
      '9xYkLm3-.js',
      'app-9xYkLm3-.js',
      'font-9xYkLm3-.woff2',
      'style.api-9xYkLm3-.css',
    ]);
    expect((await current.get('app-Zq_1-aB2.js')).statusCode).toBe(404);
  });
});
