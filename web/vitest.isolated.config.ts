import { defineConfig } from 'vitest/config';
import { shared } from './vitest.config.ts';

/** Files that replace modules: each has an environment of its own, so that no other file sees the replacement. */
export default defineConfig({
  ...shared,
  test: { ...shared.test, name: 'web-isolated', include: ['src/**/*.isolated.test.{ts,tsx}'] },
});
