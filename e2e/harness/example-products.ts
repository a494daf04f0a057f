import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExampleProcess } from '../../examples/cli/process.test-support.ts';
import type { Portal } from './portal.ts';
import { test as base } from './test.ts';

/** Starts the example product on a device, with a token created by the account's owner. */
type Start = (portal: Portal, token: string, device: string, ...args: readonly string[]) => ExampleProcess;

/** Stories in which the vendor's products run as processes, which end with the story. */
export const test = base.extend<{ start: Start }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it depends on from the pattern
  start: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-example-'));
    const started: ExampleProcess[] = [];
    await use((portal, token, device, ...args) => {
      const identity = ['--hardware-id', device, '--name', device, '--fingerprint', `board=${device}`];
      const settings = ['--state', join(folder, device), '--product-version', '5.4', ...identity];
      const process = new ExampleProcess([...args, ...settings], { PORTAL_URL: portal.url, PORTAL_TOKEN: token });
      started.push(process);
      return process;
    });
    await Promise.all(started.map((process) => process.end('SIGKILL')));
    await rm(folder, { recursive: true });
  },
});
