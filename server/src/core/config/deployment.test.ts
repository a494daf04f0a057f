import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { variables } from './variables.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const names = Object.keys(variables.shape).filter((name) => name !== 'STRICT_RESPONSES');
/** Lines `NAME=value`, also commented out. */
const settingLines = (text: string) => text.match(/^ *#?[A-Z][A-Z_]+=.*$/gm) ?? [];
const settingName = (line: string) => line.replace(/^ *#?/, '').split('=', 1)[0];
const example = read('deploy/portico.env.example');
const operations = [...read('docs/operations.md').matchAll(/^ *```\n([\s\S]*?)^ *```$/gm)].map(
  ([, block = '']) => block,
);

describe('the deployment', () => {
  test('lists every setting in its example, and in the documentation', () => {
    const listed = settingLines(example).map(settingName);
    expect(listed.filter((name) => name !== 'POSTGRES_PASSWORD').toSorted()).toEqual(names.toSorted());
    const documented = read('docs/settings.md').split('## Secrets in files')[0];
    for (const name of names) expect(documented).toContain(`\`${name}\``);
  });

  test('has no comment after a value and no unknown setting in the example and in docs/operations.md', () => {
    const lines = settingLines([example, ...operations].join('\n'));
    expect(lines.length).toBeGreaterThan(names.length + 5);
    expect(lines.filter((line) => /\s#/.test(line.trim()))).toEqual([]);
    const known = [...names, 'POSTGRES_PASSWORD'];
    expect(lines.map(settingName).filter((name) => !known.includes(name as string))).toEqual([]);
  });

  test('passes every setting to the container of compose, and replaces only those that compose sets itself', () => {
    const { portal } = parse(read('deploy/compose.yaml'), { merge: true }).services;
    expect(portal.env_file).toBe('.env');
    const own = Object.keys(portal.environment);
    expect(own.toSorted()).toEqual(['DATABASE_URL', 'DATA_DIR', 'HOST', 'PGPASSWORD', 'PORT', 'TRUSTED_PROXIES']);
    // The password may have any character.
    expect(URL.parse(portal.environment.DATABASE_URL)?.password).toBe('');
    expect(portal.environment.TRUSTED_PROXIES).toBe(`\${TRUSTED_PROXIES:-uniquelocal}`);
    expect(portal.ports).toEqual(['127.0.0.1:3000:3000']);
  });

  test.each(['deploy/.env', 'portico.env', '.env.production', 'deploy/tls/key.pem'])(
    'keeps %s out of the repository and of the image',
    (path) => {
      expect(execFileSync('git', ['check-ignore', '--no-index', path], { cwd: root, encoding: 'utf8' }).trim()).toBe(
        path,
      );
      const patterns = read('.dockerignore').split('\n');
      const pattern = path.endsWith('.pem') ? '**/*.pem' : path.endsWith('.env') ? '**/*.env' : '**/.env.*';
      expect(patterns).toContain(pattern);
    },
  );

  test('keeps the example in the repository', () => {
    expect(spawnSync('git', ['check-ignore', '--no-index', 'deploy/portico.env.example'], { cwd: root }).status).toBe(
      1,
    );
  });

  test.each(['deploy/Dockerfile', 'deploy/portico.service', 'docs/operations.md'])(
    '%s starts the file that checks the version of Node.js',
    (path) => {
      expect(read(path)).toContain('server/start.mjs');
      expect(read(path)).not.toContain('server/src/main.ts');
    },
  );

  test('an old Node.js is refused before any TypeScript is loaded', () => {
    const old = "Object.defineProperty(process.versions, 'node', { value: '20.19.0' })";
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(old)}`, join(root, 'server/start.mjs')],
      { encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^Portico needs Node 24.2 or newer; this is v[\d.]+\.\n(?:Use|Run|Install) /),
    ]);
  });
});
