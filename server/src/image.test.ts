import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('the production image has no file that a start in production imports and .dockerignore leaves out (RUN-22)', () => {
  const files = globSync('{contract,postgres,server}/src/**/*.ts', { cwd: root }).filter(
    (file) => !/\.(?:isolated\.)?test\.ts$|test-support\.ts$|^server\/src\/demonstration\//.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const statically =
    /^(?:import|export) (?!type )[^;]*?from '(?:[^']*\/demonstration\/|@portico\/(?:stripe-sandbox|examples))/m;
  expect(files.filter((file) => statically.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  const image = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');
  expect(image).not.toMatch(/^COPY stripe-sandbox /m);
  expect(image.match(/npm ci(?!.*--ignore-scripts)/g)).toBeNull();
  expect(readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')).toEqual(
    expect.arrayContaining(['server/src/demonstration', 'stripe-sandbox/*']),
  );
});
