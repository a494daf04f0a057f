import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let opened = new AsyncDisposableStack();

/** Closes what a test file has opened: `setup.ts` calls it after each file. */
export async function closeOpened(): Promise<void> {
  const closing = opened;
  opened = new AsyncDisposableStack();
  await closing.disposeAsync();
}

/** Calls `close` after the last test of the file, in reverse order of opening, even if another one fails. */
export function closeAfterTests(close: () => unknown): void {
  opened.defer(async () => void (await close()));
}

/**
 * An empty folder that is deleted after the last test of the file. @param name part of the folder's name, for its
 * purpose
 */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `portico-${name}-`));
  closeAfterTests(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
