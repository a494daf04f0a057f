import { pino } from 'pino';
import type { Config } from '../config.ts';
import { createStripeClient, type StripeClient } from './client.ts';
import { sandboxKeys, startSandboxHost } from './sandbox-host.ts';

/**
 * The Stripe account in the settings, for a shell command. If the sandbox is configured but not running, it runs for
 * this command with its existing webhook endpoints. `opened` closes everything again.
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
