import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTemplate } from './template.ts';

/** Seeds one portal for the run; each worker starts from a copy of its folder. @returns what removes it */
export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-template-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await makeTemplate(join(folder, 'data'));
  } catch (error) {
    remove();
    throw error;
  }
  process.env.PORTICO_TEMPLATE = join(folder, 'data');
  return remove;
}
