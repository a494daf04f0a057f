import type { Endpoint } from '../endpoint.ts';
import { chargeEndpoints, invoicePaymentEndpoints } from './charges.ts';
import { couponEndpoints, promotionCodeEndpoints } from './coupons.ts';
import { creditNoteEndpoints } from './credit-notes.ts';
import { customerBalanceEndpoints } from './customer-balance.ts';
import { customerEndpoints } from './customers.ts';
import { eventEndpoints } from './events.ts';
import { invoiceActionEndpoints } from './invoice-actions.ts';
import { invoiceItemEndpoints } from './invoice-items.ts';
import { invoiceEndpoints } from './invoices.ts';
import { paymentIntentEndpoints } from './payment-intents.ts';
import { paymentMethodEndpoints } from './payment-methods.ts';
import { previewEndpoints } from './previews.ts';
import { priceEndpoints } from './prices.ts';
import { productEndpoints } from './products.ts';
import { refundEndpoints } from './refunds.ts';
import { setupIntentEndpoints } from './setup-intents.ts';
import { subscriptionScheduleEndpoints } from './subscription-schedules.ts';
import { subscriptionEndpoints } from './subscriptions.ts';
import { taxIdEndpoints } from './tax-ids.ts';
import { taxRateEndpoints } from './tax-rates.ts';
import { testClockEndpoints } from './test-clocks.ts';
import { threeDSecureEndpoints } from './three-d-secure.ts';
import { tokenEndpoints } from './tokens.ts';
import { webhookEndpointEndpoints } from './webhook-endpoints.ts';

/** All endpoints of the API. */
export const ENDPOINTS: Endpoint[] = [
  ...customerEndpoints,
  ...customerBalanceEndpoints,
  ...taxIdEndpoints,
  ...paymentMethodEndpoints,
  ...tokenEndpoints,
  ...setupIntentEndpoints,
  ...productEndpoints,
  ...priceEndpoints,
  ...couponEndpoints,
  ...promotionCodeEndpoints,
  ...subscriptionEndpoints,
  ...subscriptionScheduleEndpoints,
  ...previewEndpoints,
  ...invoiceEndpoints,
  ...invoiceActionEndpoints,
  ...invoiceItemEndpoints,
  ...invoicePaymentEndpoints,
  ...paymentIntentEndpoints,
  ...threeDSecureEndpoints,
  ...chargeEndpoints,
  ...refundEndpoints,
  ...taxRateEndpoints,
  ...creditNoteEndpoints,
  ...eventEndpoints,
  ...webhookEndpointEndpoints,
  ...testClockEndpoints,
];
