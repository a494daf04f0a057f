import type { License, Locale } from '@portico/contract';
import { localize } from '../../messages/index.ts';
import type { Plan, Product } from '../catalog/index.ts';
import type { OrderOfLicense } from '../orders/index.ts';
import type { SubscriptionRow } from '../subscriptions/index.ts';
import type { LicenseRow } from './licenses.queries.ts';
import { isExpired, isUsable } from './licenses.rules.ts';

/** What licenses are shown with. */
export interface LicenseViewer {
  readonly products: ReadonlyMap<string, Product>;
  readonly locale: Locale;
  readonly now: Date;
}

/** A row of the licenses list. Products and plans that the catalog does not know any more are named by their ids. */
export function presentLicense(
  row: LicenseRow,
  order: Pick<OrderOfLicense, 'number' | 'orderedAt'>,
  { products, locale, now }: LicenseViewer,
): License {
  const product = products.get(row.productId);
  const plan = findPlan(products, row);
  const name = product ? localize(product.displayName, locale) : row.productId;
  return {
    id: row.id,
    number: row.number,
    serialNumber: row.serialNumber,
    licenseModel: row.licenseModel,
    orderId: row.orderId,
    orderNumber: order.number,
    orderDate: order.orderedAt.toISOString(),
    expirationDate: row.expiresAt?.toISOString() ?? null,
    isExpired: isExpired(row, now),
    status: row.status,
    trial: row.trial,
    products: [
      {
        productId: row.productId,
        name,
        version: row.version ?? product?.version ?? null,
        quantity: row.quantity,
      },
    ],
    planName: plan ? localize(plan.name, locale) : row.planId,
    hardwareIdQuantity: row.quantity,
    usedHardwareIdQuantity: row.usedQuantity,
    exceededHardwareIdQuantity: row.exceededQuantity,
    isDownloadAvailable: isUsable(row, now),
  };
}

/** The plan of a license; undefined where the catalog does not have it any more. */
export function findPlan(
  products: LicenseViewer['products'],
  { productId, planId }: Pick<LicenseRow, 'productId' | 'planId'>,
): Plan | undefined {
  return products.get(productId)?.plans.find(({ id }) => id === planId);
}

/** Whether a license waits for a payment without which it ends. A manual order's license stays good until an operator cancels it. */
export function isPaymentDue(
  { status }: Pick<LicenseRow, 'status'>,
  { paymentStatus, stripeSubscriptionId }: Pick<OrderOfLicense, 'paymentStatus' | 'stripeSubscriptionId'>,
): boolean {
  return status === 1 && stripeSubscriptionId !== null && paymentStatus === 0;
}

/** Whether a license renews on its expiration date: its subscription goes on, and no end of it is set. */
export function renews(
  { status }: Pick<LicenseRow, 'status'>,
  subscription: Pick<SubscriptionRow, 'status' | 'cancelAt'> | undefined,
): boolean {
  if (status !== 1 || subscription === undefined || subscription.cancelAt !== null) return false;
  return ['active', 'trialing', 'past_due'].includes(subscription.status);
}
