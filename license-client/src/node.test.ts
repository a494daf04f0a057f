import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileStore } from './node.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the file store keeps the last written text, readable only by its user', async () => {
  const path = join(folder, 'new/state.json');
  const store = fileStore(path);
  expect(await store.read()).toBeUndefined();
  await store.write('one');
  await store.write('two');
  expect(await fileStore(path).read()).toBe('two');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder, 'new'))).toEqual(['state.json']);
});

test('a failed write is reported, and leaves no other file', async () => {
  await expect(fileStore(folder).write('x')).rejects.toThrow();
  await expect(fileStore(folder).read()).rejects.toThrow();
  expect((await readdir(join(folder, '..'))).filter((name) => name.startsWith(`${folder.split('/').at(-1)}.`))).toEqual(
    [],
  );
});
