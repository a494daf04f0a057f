import { setDefaultResultOrder } from 'node:dns';
import { enableCompileCache } from 'node:module';
import { installModuleResolution } from './core/module-resolution.ts';

// Caches compiled code for the next start.
enableCompileCache();
installModuleResolution();
// 'localhost' must resolve to 127.0.0.1, where the portal's servers listen.
setDefaultResultOrder('ipv4first');

// The hooks above apply to everything that is loaded from here on.
const { printStartFailure } = await import('./core/start-failure.ts');
try {
  const { readConfig } = await import('./core/config.ts');
  const config = readConfig();
  const { startPortal } = await import('./portal.ts');
  await startPortal(config);
} catch (error) {
  printStartFailure(error);
  // Open pools and servers would keep the process running.
  process.exit(1);
}
