import { billing } from './billing.ts';
import { catalog } from './catalog.ts';
import { coupons } from './coupons.ts';
import { demonstration } from './demonstration.ts';
import { developer } from './developer.ts';
import { invoices } from './invoices.ts';
import { legal } from './legal.ts';
import { mirror } from './mirror.ts';
import { operations } from './operations.ts';
import { paymentOptions } from './payment-options.ts';
import { payments } from './payments.ts';
import { purchase } from './purchase.ts';
import { session } from './session.ts';
import { subscriptions } from './subscriptions.ts';

export * from './billing.ts';
export * from './catalog.ts';
export * from './coupons.ts';
export * from './demonstration.ts';
export * from './developer.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './invoices.ts';
export * from './legal.ts';
export * from './mirror.ts';
export * from './operations.ts';
export * from './payment-options.ts';
export * from './payments.ts';
export * from './preloaded.ts';
export * from './purchase.ts';
export * from './session.ts';
export * from './subscriptions.ts';
export * from './timeline.ts';
export * from './values.ts';

/** Every endpoint, by capability. A new capability is a line here. */
export const contract = {
  billing,
  catalog,
  coupons,
  demonstration,
  developer,
  invoices,
  legal,
  mirror,
  operations,
  paymentOptions,
  payments,
  purchase,
  session,
  subscriptions,
} as const;

type Contract = typeof contract;
type AnyEndpoint = { [Capability in keyof Contract]: Contract[Capability][keyof Contract[Capability]] }[keyof Contract];

/** 'METHOD /path' → endpoint. The browser names a call by this key and is typed by it without carrying any schema. */
export type EndpointMap = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E };
