import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from '../build.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(root, 'server/dist-test-'));
const forDemonstration = (name: string) => name.startsWith('demonstration-');
let files: readonly string[] = [];

beforeAll(async () => {
  await build(folder);
  files = readdirSync(folder).filter((name) => name.endsWith('.js'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the production image contains no file of the demonstration, and none of its files needs one (RUN-22)', () => {
  expect(files).toEqual(expect.arrayContaining(['main.js', 'catalog.js', 'operator.js', 'migrate.js']));
  expect(files.filter(forDemonstration).length).toBeGreaterThan(2);
  const kept = files.filter((name) => !forDemonstration(name));
  const statically = /^(?:import|export)\b[^;]*?["']\.\/demonstration-/m;
  expect(kept.filter((name) => statically.test(readFileSync(join(folder, name), 'utf8')))).toEqual([]);
  const image = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');
  expect(image).toContain('npm run build && rm -rf server/src/demonstration server/dist/demonstration-*');
  expect(image).not.toMatch(/^COPY (?:--from=build \/portico\/)?stripe-sandbox /m);
  expect(image.match(/npm ci(?!.*--ignore-scripts)/g)).toBeNull();
});
