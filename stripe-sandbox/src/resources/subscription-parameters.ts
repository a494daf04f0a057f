import { discountList } from '../engine/discounts.ts';
import { changedItems, newItems } from '../engine/items.ts';
import { oneTimePriceData } from '../engine/price.ts';
import { taxRateList } from '../engine/tax-rates.ts';
import {
  clearable,
  currency,
  flag,
  hash,
  integer,
  list,
  metadata,
  needed,
  oneOf,
  text,
  timeOr,
} from '../parameters.ts';
import { automaticTax, collectionMethod, customFields } from './billing-parameters.ts';

const common = {
  add_invoice_items: list(
    hash({
      discountable: flag(),
      discounts: discountList,
      metadata: metadata(),
      price: text(),
      price_data: hash({ ...oneTimePriceData, product: needed(text()) }),
      quantity: integer(),
      tax_rates: clearable(taxRateList),
    }),
    20,
  ),
  automatic_tax: automaticTax,
  cancel_at_period_end: flag(),
  collection_method: collectionMethod,
  days_until_due: integer(),
  default_payment_method: text(),
  default_tax_rates: clearable(taxRateList),
  discounts: clearable(discountList),
  invoice_settings: hash({
    custom_fields: clearable(customFields),
    description: clearable(text(1500)),
    footer: clearable(text()),
    issuer: hash({ type: oneOf('self') }),
  }),
  metadata: metadata(),
  off_session: flag(),
  payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'),
  payment_settings: hash({
    payment_method_options: hash({
      card: clearable(hash({ network: text(), request_three_d_secure: oneOf('any', 'automatic', 'challenge') })),
    }),
    payment_method_types: clearable(list(oneOf('card'))),
    save_default_payment_method: oneOf('off', 'on_subscription'),
  }),
  proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
  trial_end: timeOr('now'),
  trial_settings: hash({
    end_behavior: needed(
      hash({
        billing_cycle_anchor: oneOf('now', 'unchanged'),
        missing_payment_method: needed(oneOf('cancel', 'create_invoice', 'pause')),
      }),
    ),
  }),
};

export const cancellationDetails = hash({
  comment: clearable(text()),
  feedback: clearable(
    oneOf(
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ),
  ),
});

export const createParameters = {
  ...common,
  billing_cycle_anchor: integer(),
  billing_mode: hash({ flexible: hash({ proration_discounts: oneOf('itemized') }), type: needed(oneOf('flexible')) }),
  cancel_at: timeOr('min_period_end', 'max_period_end'),
  currency: currency(),
  customer: needed(text()),
  description: text(500),
  items: needed(newItems),
  trial_period_days: integer({ most: 1826 }),
};

export const updateParameters = {
  ...common,
  billing_cycle_anchor: hash({ type: needed(oneOf('now', 'unchanged')) }),
  cancel_at: clearable(timeOr('min_period_end', 'max_period_end')),
  cancellation_details: cancellationDetails,
  // The SDK does not type an empty value, but Stripe removes the card for it, as with a customer.
  default_payment_method: clearable(text()),
  description: clearable(text(500)),
  items: changedItems,
  pause_collection: clearable(
    hash({ behavior: needed(oneOf('keep_as_draft', 'mark_uncollectible', 'void')), resumes_at: integer() }),
  ),
  proration_date: integer(),
};
