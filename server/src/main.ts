import { setDefaultResultOrder } from 'node:dns';
import { enableCompileCache } from 'node:module';
import { ConfigError, readConfig } from './config.ts';
import { resolveQuickly } from './quick-imports.ts';

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
  process.exitCode = 1;
  if (error instanceof ConfigError) {
    console.error(
      `Portico cannot start: ${error.problems.length === 1 ? 'a setting is' : 'some settings are'} not right.`,
    );
    for (const { variable, problem } of error.problems) console.error(`  ${variable} ${problem}`);
  } else if (
    error instanceof Error &&
    error.constructor.name.match(/^(DataDirInUse|EmbeddedPostgres|SandboxPort|PortTaken|Catalog\w*)Error$/)
  ) {
    console.error(`Portico cannot start: ${error.message}`);
  } else {
    console.error('Portico cannot start:', error);
  }
  // Pools and servers that were opened so far would keep the process alive.
  process.exit();
}
