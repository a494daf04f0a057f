import type { PurchaseSelection, ShippingDetails } from '@portico/contract';
import { applying, type Details, type Secrets } from './details.ts';

/** The purchase in the final form. */
export interface SubmittedPurchase extends PurchaseSelection {
  shippingDetails?: ShippingDetails;
  paymentMethodId?: string;
  taxTransactionId?: string;
}

export interface Submission {
  companyId: number;
  details: Details;
  secrets: Secrets;
  /** Null to register without a plan. */
  purchase: SubmittedPurchase | null;
  captchaToken: string;
}

type Entry = [name: string, value: string];

function purchaseEntries(purchase: SubmittedPurchase): Entry[] {
  const { items, addons = {}, coupon, paymentMethodId, taxTransactionId, shippingDetails } = purchase;
  const address = shippingDetails?.address;
  return [
    ...items.flatMap(({ subscriptionPlanId, priceId, quantity }, index): Entry[] => [
      [`Purchase.Items[${index}].SubscriptionPlanId`, subscriptionPlanId],
      [`Purchase.Items[${index}].PriceId`, priceId],
      [`Purchase.Items[${index}].Quantity`, String(quantity)],
    ]),
    ['Purchase.Coupon', coupon ?? ''],
    ['Purchase.PaymentMethodId', paymentMethodId ?? ''],
    ['Purchase.TaxTransactionId', taxTransactionId ?? ''],
    ['Purchase.StripeToken', ''],
    ['Purchase.ShippingDetails.Name', shippingDetails?.name ?? ''],
    ['Purchase.ShippingDetails.Address.City', address?.city ?? ''],
    ['Purchase.ShippingDetails.Address.Country', address?.country ?? ''],
    ['Purchase.ShippingDetails.Address.Line1', address?.line1 ?? ''],
    ['Purchase.ShippingDetails.Address.Line2', address?.line2 ?? ''],
    ['Purchase.ShippingDetails.Address.PostalCode', address?.postalCode ?? ''],
    ['Purchase.ShippingDetails.Address.State', address?.state ?? ''],
    ...Object.entries(addons).map(([priceId, quantity]): Entry => [`Purchase.Addons[${priceId}]`, String(quantity)]),
  ];
}

/** The fields of the final form, in the order of sending (SIGN-45). */
export function submissionFields({ companyId, details, secrets, purchase, captchaToken }: Submission): Entry[] {
  const applicable = applying(details);
  return [
    ['ReCaptchaToken', captchaToken],
    ['CompanyId', String(companyId)],
    ['organization', applicable.organization],
    ['firstName', applicable.firstName],
    ['lastName', applicable.lastName],
    ['hasOneName', applicable.hasOneName],
    ['phone', applicable.phone],
    ['email', applicable.email],
    ['comments', applicable.comments],
    ['orderNumber', applicable.orderNumber],
    ['country', applicable.country],
    ['state', applicable.state],
    ['province', applicable.province],
    ['industry', applicable.industry],
    ['otherIndustry', applicable.otherIndustry],
    ['password', secrets.password],
    ['confirmPassword', secrets.confirmPassword],
    ...(purchase ? purchaseEntries(purchase) : []),
  ];
}
