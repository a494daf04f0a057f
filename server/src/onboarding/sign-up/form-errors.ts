import type { ErrorCode } from '@portico/contract';
import { AppError, type Said } from '../../core/http/app-error.ts';

/** The form's names of what the parts of a purchase name otherwise. */
const formNames: Readonly<Record<string, string>> = {
  items: 'Purchase.Items',
  addons: 'Purchase.Addons',
  coupon: 'Purchase.Coupon',
  paymentMethodId: 'Purchase.PaymentMethodId',
  shippingDetails: 'Purchase.ShippingDetails',
};

/** Where an error stands that names no field (SIGN-16). */
const fieldsByCode: Readonly<Partial<Record<ErrorCode, string>>> = {
  CardError: 'Purchase.PaymentMethodId',
  PriceChanged: 'Purchase.TaxTransactionId',
  NotForSale: 'Purchase.Items',
  NotFound: 'Purchase.Items',
  InvalidCoupon: 'Purchase.Coupon',
};

/** An error under the names of the form, from which the browser tells the step that mends it. */
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

/** Messages under the form's names. What stands at a part of a group stands at the group. */
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
