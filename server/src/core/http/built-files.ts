import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBatches } from '../db/batches.ts';
import type { Database, Queryable } from '../db/database.ts';
import { retentionBatch } from '../db/in-batches.ts';
import type { JobDefinition } from '../jobs/queue.ts';
import { deleteUnusedFiles, findFiles, insertFiles, markUsed, type StoredFile } from './built-files.queries.ts';

/** The content types of built files by extension, as `@fastify/static` sends them. */
const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'application/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** A hash of eight characters, after an optional name, and a known extension. */
const builtName = new RegExp(`^(?:[\\w.-]{1,100}-)?[\\w-]{8}\\.(${Object.keys(contentTypes).join('|')})$`);

/** The number of files that one statement stores, a few hundred kilobytes. */
const filesPerStatement = 50;

/** One statement at a time looks up all names that wait, so that requests for unknown names never load the database. */
const lookUpLimits = { maxItems: 1_000, atOnce: 1, maxWait: 10 };

/**
 * Stores the files of this process's build that are not stored yet, so that processes of other versions can answer
 * them, and marks the others as used.
 * @param dist the web build; one that is missing has no files
 */
export async function shareBuiltFiles(on: Queryable, dist: string): Promise<void> {
  const assets = join(dist, 'assets');
  const inFolder = new Set(await readdir(assets).catch(() => []));
  const names = [...inFolder].filter((name) => builtName.test(name)).sort();
  const stored = new Set(await markUsed(on, names));
  const missing = names.filter((name) => !stored.has(name));
  const read = async (name: string): Promise<StoredFile> => {
    const isCompressed = inFolder.has(`${name}.br`);
    return { name, isCompressed, content: await readFile(join(assets, isCompressed ? `${name}.br` : name)) };
  };
  for (let at = 0; at < missing.length; at += filesPerStatement) {
    await insertFiles(on, await Promise.all(missing.slice(at, at + filesPerStatement).map(read)));
  }
}

export interface SharedFile extends StoredFile {
  readonly contentType: string;
}

/** Finds a file that a process of any version stored. A name that no build makes causes no query. */
export type FindSharedFile = (name: string) => Promise<SharedFile | undefined>;

export function createFindSharedFile({ query }: Pick<Database, 'query'>): FindSharedFile {
  const lookUp = createBatches(async (names: readonly string[]) => {
    const found = new Map((await findFiles(query, [...new Set(names)])).map((file) => [file.name, file]));
    return names.map((name) => found.get(name));
  }, lookUpLimits);
  return async (name) => {
    const contentType = contentTypes[builtName.exec(name)?.[1] ?? ''];
    const file = contentType && (await lookUp(name));
    return file ? { ...file, contentType } : undefined;
  };
}

/** Deletes, every night, the files of versions that have not run for 14 days (RUN-21). */
export function builtFilesJob({ query }: Pick<Database, 'query'>, dist: string): JobDefinition<never> {
  return {
    name: 'built-files-retention',
    maxAttempts: 3,
    schedule: '53 2 * * *',
    run: async () => {
      // A process may run for longer than 14 days.
      await shareBuiltFiles(query, dist);
      await deleteUnusedFiles(query, retentionBatch);
    },
  };
}
