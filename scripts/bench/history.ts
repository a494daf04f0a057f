import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { prepareInstallation, startPortal } from './processes.ts';
import type { Row } from './row.ts';

/** Timeout in seconds. */
const timeoutSeconds = 180;

/** How long the first start of a demo takes to create 14 months of history while serving. */
export async function measureHistory(folder: string): Promise<Row[]> {
  const installation = await prepareInstallation(folder, 'history', { DEMO_HISTORY: 'on' });
  const { stop } = await startPortal(installation);
  try {
    for (const begin = performance.now(); performance.now() - begin < timeoutSeconds * 1_000; await pause(100)) {
      const log = readFileSync(join(installation.folder, 'portal.log'), 'utf8');
      const seconds = /The history is made \(([\d.]+) s\)/.exec(log)?.[1];
      if (seconds) {
        return [{ figure: 'history of the demonstration', ours: Number(seconds), unit: 's', aim: { atMost: 20 } }];
      }
    }
    throw new Error(`the history was not created within ${timeoutSeconds} s`);
  } finally {
    await stop();
  }
}
