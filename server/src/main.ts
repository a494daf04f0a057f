import { setDefaultResultOrder } from 'node:dns';
import { enableCompileCache } from 'node:module';
import { readConfig } from './config.ts';
import { resolveQuickly } from './quick-imports.ts';
import { tellStartFailure } from './start-failure.ts';

// What was compiled once need not be compiled at the next start.
enableCompileCache();
resolveQuickly();
// 'localhost' means 127.0.0.1, where everything of ours listens.
setDefaultResultOrder('ipv4first');

try {
  const config = readConfig();
  const { startPortal } = await import('./portal.ts');
  await startPortal(config);
} catch (error) {
  tellStartFailure(error);
  // Pools and servers that were opened so far would keep the process alive.
  process.exit(1);
}
