import type Stripe from 'stripe';
import { endpoint } from '../endpoint.ts';
import { isDetached } from '../engine/card.ts';
import { afterAttempt } from '../engine/collection.ts';
import { useCustomerTime } from '../engine/customer-time.ts';
import { failAuthentication, type PaymentMemory, pay } from '../engine/payment.ts';
import { confirmSetup, failSetupAuthentication } from '../engine/setup.ts';
import { ApiError } from '../errors.ts';
import { idOf } from '../ids.ts';
import { isWebAddress, needed, oneOf, text } from '../parameters.ts';
import type { Work } from '../storage/work.ts';
import { proveSecret } from './client-secret.ts';
import { intentAtItsTime } from './payment-intents.ts';

export const threeDSecureEndpoints = [
  // Receives the outcome of a 3-D Secure challenge from its page.
  endpoint(
    'POST /v1/3ds2/authenticate',
    { client_secret: needed(text()), outcome: needed(oneOf('fail', 'succeed')) },
    async ({ work, parameters }) => {
      const id = parameters.client_secret.split('_secret_')[0] ?? '';
      const authenticated = parameters.outcome === 'succeed';
      let status: string;
      if (id.startsWith('seti_')) {
        const intent = await work.get('setup_intent', id, 'client_secret');
        proveSecret(intent, parameters.client_secret, true);
        await useCustomerTime(work, intent.customer);
        await finishSetup(work, intent, authenticated);
        status = intent.status;
      } else {
        const intent = await intentAtItsTime(work, id);
        proveSecret(intent, parameters.client_secret, true);
        await finishPayment(work, intent, authenticated);
        status = intent.status;
      }
      return {
        object: 'three_d_secure_2',
        state: authenticated ? 'succeeded' : 'failed',
        return_url: returnAddress(work, id, parameters.client_secret, status),
      };
    },
    'browser',
  ),
];

/** The return URL with the outcome. Null when a script waits instead. */
function returnAddress(work: Work, id: string, secret: string, status: string): string | null {
  const { returnUrl } = work.internal<PaymentMemory>(id);
  if (returnUrl === undefined || !isWebAddress(returnUrl)) return null;
  const name = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent';
  const url = new URL(returnUrl);
  url.searchParams.set(name, id);
  url.searchParams.set(`${name}_client_secret`, secret);
  // A card may decline after its cardholder authenticated.
  url.searchParams.set('redirect_status', status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}

async function finishPayment(work: Work, intent: Stripe.PaymentIntent, authenticated: boolean): Promise<void> {
  if (intent.status !== 'requires_action') return;
  const method = await work.get('payment_method', idOf(intent.payment_method) ?? '');
  if (authenticated && !isDetached(work, method))
    await afterAttempt(work, intent, await pay(work, intent, method, 'holder', { authenticated }));
  else {
    failAuthentication(work, intent, method);
    await afterAttempt(work, intent, { status: 'declined' });
  }
}

async function finishSetup(work: Work, intent: Stripe.SetupIntent, authenticated: boolean): Promise<void> {
  if (intent.status !== 'requires_action') return;
  const method = await work.get('payment_method', idOf(intent.payment_method) ?? '');
  if (!authenticated || isDetached(work, method)) return failSetupAuthentication(work, intent, method);
  try {
    await confirmSetup(work, intent, method, true);
  } catch (error) {
    // The intent keeps the decline. The end of the challenge is a success.
    if (!(error instanceof ApiError && error.keepsWork)) throw error;
  }
}
