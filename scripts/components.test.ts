import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Component {
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
}

test('the lock file has an integrity hash of every component, and none has an address of its own', () => {
  const file = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8');
  const components = Object.entries((JSON.parse(file) as { packages: Record<string, Component> }).packages);
  const installed = components.filter(([path, { link }]) => path.includes('node_modules/') && !link);
  expect(installed.length).toBeGreaterThan(100);
  // Bundled components are part of another component's file, whose hash includes them.
  const unchecked = installed.filter(([, { integrity, inBundle }]) => !integrity && !inBundle);
  const foreign = installed.filter(([, { resolved }]) => resolved);
  expect([...unchecked, ...foreign].map(([path]) => path)).toEqual([]);
});
