import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Store } from './store.ts';

export * from './index.ts';

/**
 * Stores the state in a file that only the product's user can read. The file is replaced atomically, so that a crash
 * leaves the old or the new one. Each running process needs its own file.
 */
export function fileStore(path: string): Store {
  return {
    async read() {
      try {
        return await readFile(path, 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async write(text) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const next = `${path}.${randomUUID()}`;
      try {
        const file = await open(next, 'wx', 0o600);
        try {
          await file.writeFile(text);
        } finally {
          await file.close();
        }
        await rename(next, path);
      } catch (error) {
        await rm(next, { force: true });
        throw error;
      }
    },
  };
}
