import { pino } from 'pino';
import type { Config } from '../config.ts';
import { createStripeClient, type StripeClient } from './client.ts';
import { sandboxKeys, startSandboxHost } from './sandbox-host.ts';

/**
 * The Stripe account of the environment for a command at the shell, whether or not a portal is running: where the sandbox is used and does not run,
 * it runs for this command, with the webhook endpoints that it has. `opened` puts away again what was opened.
 */
export async function openCommandStripe(
  config: Config,
  databaseUrl: string,
  opened: AsyncDisposableStack,
): Promise<StripeClient> {
  if (config.stripe.kind === 'stripe') {
    const { secretKey, apiBase } = config.stripe;
    return createStripeClient({ secretKey, apiBase });
  }
  const { secretKey } = sandboxKeys;
  if (config.stripe.apiBase) return createStripeClient({ secretKey, apiBase: config.stripe.apiBase });
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const host = await startSandboxHost({
    databaseUrl,
    port: config.stripe.port,
    browserBase: `${publicUrl}/stripe-sandbox`,
    logger: pino({ level: 'silent' }),
  });
  opened.defer(() => host.close());
  return createStripeClient({ secretKey, apiBase: host.apiBase });
}
