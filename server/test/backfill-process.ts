import { pino } from 'pino';
import { openDatabase } from '../src/core/db/database.ts';
import { createGateway, createStripeClient } from '../src/core/stripe/index.ts';
import { sandboxKeys } from '../src/core/stripe/sandbox-host.ts';

/** Backfills the mirror in a separate process, for a test that kills it. */
const [databaseUrl = '', apiBase = ''] = process.argv.slice(2);
const database = openDatabase(databaseUrl, 4, () => {});
const client = createStripeClient({ secretKey: sandboxKeys.secretKey, apiBase });
const gateway = createGateway(database, client, pino({ level: 'silent' }));
await gateway.mirrorMaintenance.runs.runToEnd('backfill', {}, async () => {});
await database.close();
