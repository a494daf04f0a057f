import { setDefaultResultOrder } from 'node:dns';
import { readConfig } from './core/config.ts';
import { printStartFailure } from './core/start-failure.ts';
import { startPortal } from './portal.ts';

// 'localhost' must resolve to 127.0.0.1, where the portal's servers listen.
setDefaultResultOrder('ipv4first');

try {
  await startPortal(readConfig());
} catch (error) {
  printStartFailure(error);
  // Open pools and servers would keep the process running.
  process.exit(1);
}
