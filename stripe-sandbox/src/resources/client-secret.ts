import { timingSafeEqual } from 'node:crypto';
import { invalidRequest } from '../errors.ts';

interface Intent {
  id: string;
  object: string;
  client_secret: string | null;
}

/** Requires the client secret of an intent from a browser. Throws Stripe's errors otherwise. */
export function proveSecret(intent: Intent, given: string | undefined, isBrowser: boolean): void {
  if (given === undefined) {
    if (!isBrowser) return;
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  const [known, shown] = [Buffer.from(intent.client_secret ?? ''), Buffer.from(given)];
  if (known.length !== shown.length || !timingSafeEqual(known, shown)) {
    throw invalidRequest(
      `The client_secret provided does not match any associated ${intent.object === 'setup_intent' ? 'SetupIntent' : 'PaymentIntent'} on this account. Ensure the client_secret and ${intent.object} were created by the same account.`,
      { param: 'client_secret', code: 'resource_missing' },
    );
  }
}

const HIDDEN = [
  'application',
  'application_fee_amount',
  'customer',
  'customer_account',
  'latest_charge',
  'metadata',
  'on_behalf_of',
  'review',
  'transfer_data',
  'transfer_group',
];

/** The fields of an intent for a browser: without the customer, metadata and the charge. */
export function shownToBrowser(intent: object, isBrowser: boolean): object {
  if (!isBrowser) return intent;
  return Object.fromEntries(Object.entries(intent).filter(([name]) => !HIDDEN.includes(name)));
}
