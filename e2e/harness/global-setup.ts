import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPortal } from './portal.ts';

/** Builds what has changed, and seeds one portal for the run; each worker starts from a copy of its folder. @returns a function that removes it */
export default async function setup(): Promise<() => void> {
  execFileSync(process.execPath, ['scripts/build.ts', '--if-stale'], { cwd: join(import.meta.dirname, '../..') });
  const folder = mkdtempSync(join(tmpdir(), 'portico-template-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await createTemplate(join(folder, 'data'));
  } catch (error) {
    remove();
    throw error;
  }
  process.env.PORTICO_TEMPLATE = join(folder, 'data');
  return remove;
}

/** Creates the demo in `folder` as a template, because a copy is faster than seeding. */
export async function createTemplate(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const portal = await startPortal({ dataDir: folder });
  await forgetWebhooks(portal.ports.sandbox);
  const { code } = await portal.stop();
  if (code !== 0) throw new Error(`the template portal ended with ${code}:\n${portal.log()}`);
}

/** Otherwise, a copy's sandbox would send its events to the template's port. */
async function forgetWebhooks(sandboxPort: number): Promise<void> {
  const api = `http://127.0.0.1:${sandboxPort}/v1/webhook_endpoints`;
  const headers = { authorization: 'Bearer sk_test_sandbox' };
  const { data } = (await (await fetch(api, { headers })).json()) as { data: { id: string }[] };
  for (const { id } of data) await fetch(`${api}/${id}`, { method: 'DELETE', headers });
}
