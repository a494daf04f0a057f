import type { License, Locale } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import type { SubscriptionRow } from '../../billing/index.ts';
import { maxShownDays, namePlan, nameProduct, type Product } from '../../catalog/index.ts';
import type { LicenseOrder } from '../orders/license-orders.queries.ts';
import type { LicenseRow } from './licenses.queries.ts';
import { isExpired, isUsable } from './licenses.rules.ts';

export interface LicenseViewer {
  readonly products: ReadonlyMap<string, Product>;
  readonly locale: Locale;
  readonly now: Date;
}

/** A row of the list of licenses. */
export function presentLicense(
  row: LicenseRow,
  order: Pick<LicenseOrder, 'number' | 'orderedAt'>,
  { products, locale, now }: LicenseViewer,
): License {
  return {
    id: row.id,
    number: row.number,
    serialNumber: row.serialNumber,
    licenseModel: row.licenseModel,
    orderId: row.orderId,
    orderNumber: order.number,
    orderDate: order.orderedAt.toISOString(),
    subscriptionId: row.subscriptionId,
    expirationDate: row.expiresAt?.toISOString() ?? null,
    isExpired: isExpired(row, now),
    status: row.status,
    trial: row.trial,
    products: [
      {
        productId: row.productId,
        name: nameProduct(products, row.productId, locale),
        version: row.version ?? products.get(row.productId)?.version ?? null,
        quantity: row.quantity,
      },
    ],
    planName: namePlan(products, row, locale),
    hardwareIdQuantity: row.quantity,
    usedHardwareIdQuantity: row.usedQuantity,
    exceededHardwareIdQuantity: row.exceededQuantity,
    isDownloadAvailable: isUsable(row, now),
  };
}

/** Whether a license ends unless a payment arrives (LCN-11). The license of a manual order lasts until an operator cancels it. */
export function isPaymentDue(
  { status }: Pick<LicenseRow, 'status'>,
  { paymentStatus, stripeSubscriptionId }: Pick<LicenseOrder, 'paymentStatus' | 'stripeSubscriptionId'>,
): boolean {
  return status === 1 && stripeSubscriptionId !== null && paymentStatus === 0;
}

/** Whether a license renews on its expiration date: its subscription is live and has no set end (LCN-11). */
export function renews(
  { status }: Pick<LicenseRow, 'status'>,
  subscription: Pick<SubscriptionRow, 'status' | 'cancelAt'> | undefined,
): boolean {
  if (status !== 1 || subscription === undefined || subscription.cancelAt !== null) return false;
  return ['active', 'trialing', 'past_due'].includes(subscription.status);
}

/** Whether a usable license that does not renew ends so soon that screens show it (EXP-6). @param days the notice days */
export function endsSoon(
  row: Pick<LicenseRow, 'status' | 'expiresAt'>,
  subscription: Pick<SubscriptionRow, 'status' | 'cancelAt'> | undefined,
  { days, now }: { readonly days: readonly number[]; readonly now: Date },
): boolean {
  if (!isUsable(row, now) || row.expiresAt === null || renews(row, subscription)) return false;
  return row.expiresAt.getTime() - now.getTime() <= maxShownDays(days) * millisecondsInDay;
}
