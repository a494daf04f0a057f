import type { Endpoint } from '../endpoint.ts';
import { balanceAndTaxEndpoints } from './balance-and-tax.ts';
import { couponEndpoints, promotionCodeEndpoints } from './coupons.ts';
import { customerEndpoints } from './customers.ts';
import { eventEndpoints } from './events.ts';
import { paymentMethodEndpoints } from './payment-methods.ts';
import { priceEndpoints } from './prices.ts';
import { productEndpoints } from './products.ts';
import { setupIntentEndpoints } from './setup-intents.ts';
import { tokenEndpoints } from './tokens.ts';
import { webhookEndpointEndpoints } from './webhook-endpoints.ts';

/** The whole API. */
export const ENDPOINTS: Endpoint[] = [
  ...customerEndpoints,
  ...paymentMethodEndpoints,
  ...tokenEndpoints,
  ...setupIntentEndpoints,
  ...productEndpoints,
  ...priceEndpoints,
  ...couponEndpoints,
  ...promotionCodeEndpoints,
  ...balanceAndTaxEndpoints,
  ...eventEndpoints,
  ...webhookEndpointEndpoints,
];
