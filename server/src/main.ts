import { setDefaultResultOrder } from 'node:dns';
import { enableCompileCache } from 'node:module';
import { installModuleResolution } from './module-resolution.ts';

// What was compiled once need not be compiled at the next start.
enableCompileCache();
installModuleResolution();
// 'localhost' means 127.0.0.1, where everything of ours listens.
setDefaultResultOrder('ipv4first');

// Whatever is loaded from here on is loaded as said above.
const { tellStartFailure } = await import('./start-failure.ts');
try {
  const { readConfig } = await import('./config.ts');
  const config = readConfig();
  const { startPortal } = await import('./portal.ts');
  await startPortal(config);
} catch (error) {
  tellStartFailure(error);
  // Pools and servers that were opened so far would keep the process alive.
  process.exit(1);
}
