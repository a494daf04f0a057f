import type { ErrorCode } from '@portico/contract';
import { AppError, type Said } from '../../core/http/app-error.ts';

/** Maps fields of a purchase to the form's fields. */
const formNames: Readonly<Record<string, string>> = {
  items: 'Purchase.Items',
  addons: 'Purchase.Addons',
  coupon: 'Purchase.Coupon',
  paymentMethodId: 'Purchase.PaymentMethodId',
  shippingDetails: 'Purchase.ShippingDetails',
};

/** The field of an error that names none (SIGN-16). */
const fieldsByCode: Readonly<Partial<Record<ErrorCode, string>>> = {
  CardError: 'Purchase.PaymentMethodId',
  PriceChanged: 'Purchase.TaxTransactionId',
  NotForSale: 'Purchase.Items',
  NotFound: 'Purchase.Items',
  InvalidCoupon: 'Purchase.Coupon',
};

/** Maps an error to the form's fields, by which the browser finds the step to correct. */
export function toFormError(error: AppError): AppError {
  const { code, said, additionalData, retryAfter, propertyErrors } = error;
  const named = propertyErrors ?? { [fieldsByCode[code] ?? '']: [said] };
  return new AppError({
    code,
    message: said,
    propertyErrors: toFormFields(named),
    ...(additionalData && { additionalData }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** Maps messages to the form's fields. A message at a member of a group moves to the group. */
export function toFormFields<Message extends Said | string>(
  errors: Readonly<Record<string, readonly Message[]>>,
): Record<string, Message[]> {
  const found: Record<string, Message[]> = {};
  for (const [name, messages] of Object.entries(errors)) {
    const [group = ''] = name.split('.');
    const [, ofForm] = /^(Purchase\.(?:Items|Addons|ShippingDetails))/.exec(name) ?? [];
    const field = ofForm ?? formNames[group] ?? name;
    found[field] = [...(found[field] ?? []), ...messages];
  }
  return found;
}
