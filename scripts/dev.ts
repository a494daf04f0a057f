import { readConfig } from '../server/src/core/config.ts';
import { printStartFailure } from '../server/src/core/start-failure.ts';
import { startPortal } from '../server/src/portal.ts';
import { createDevelopment } from '../web/build/dev.ts';

/** `npm run dev`: the portal, restarted when the server's sources change, with hot reload of the web app. */
try {
  await startPortal(readConfig(), { development: (httpServer) => createDevelopment({ httpServer }) });
} catch (error) {
  printStartFailure(error);
  process.exit(1);
}
