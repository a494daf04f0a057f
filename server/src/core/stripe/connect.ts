import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { StripeConnection } from './client.ts';
import { type SandboxHost, sandboxKeys, sandboxWebhookSecret, startSandboxHost } from './sandbox-host.ts';

/** Whether this process runs the sandbox. */
export function hasOwnSandbox({ stripe }: Config): boolean {
  return stripe.kind === 'sandbox' && !stripe.apiBase;
}

export async function startSandbox(
  config: Config,
  { databaseUrl, publicUrl, port, logger }: { databaseUrl: string; publicUrl: string; port: number; logger: Logger },
): Promise<SandboxHost | undefined> {
  if (config.stripe.kind !== 'sandbox' || !hasOwnSandbox(config)) return undefined;
  // Several portals on one database share the sandbox, so its events go to their public address.
  const webhookBase = config.databaseUrl ? publicUrl : `http://127.0.0.1:${port}`;
  return startSandboxHost({
    databaseUrl,
    port: config.stripe.port,
    browserBase: `${publicUrl}/stripe-sandbox`,
    webhook: { url: `${webhookBase}/stripe/webhook`, secret: sandboxWebhookSecret(config.appSecret) },
    logger,
  });
}

export async function connectStripe(config: Config, sandbox: SandboxHost | undefined, logger: Logger) {
  const { createStripeClient } = await import('./client.ts');
  const onCall: StripeConnection['onCall'] = (call) => logger.debug(call, 'stripe call');
  const onRefusal: StripeConnection['onRefusal'] = (refusal) => logger.warn(refusal, 'Stripe refused a call');
  if (config.stripe.kind === 'stripe') {
    const { secretKey, publishableKey, webhookSecret, apiBase } = config.stripe;
    return {
      client: createStripeClient({ secretKey, apiBase, onCall, onRefusal }),
      publishableKey,
      webhookSecret,
      sandboxUrl: undefined,
    };
  }
  const apiBase = sandbox?.apiBase ?? config.stripe.apiBase ?? '';
  return {
    client: createStripeClient({ secretKey: sandboxKeys.secretKey, apiBase, onCall, onRefusal }),
    publishableKey: sandboxKeys.publishableKey,
    webhookSecret: sandboxWebhookSecret(config.appSecret),
    sandboxUrl: apiBase,
  };
}
