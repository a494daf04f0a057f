import type { RecurringCharge } from '@portico/contract';
import type { Preview, PreviewDiscount } from '../../core/stripe/index.ts';
import { type ChargeSchedule, chargeDate, firstChargeFrom } from './charge-dates.ts';

/** Amounts that are asked for beside the first one. A subscription rarely has more than one discount that ends. */
const furtherAmounts = 3;

/** Charges during which the same discounts hold. */
interface DiscountPeriod {
  readonly from: Date;
  readonly discounts: readonly PreviewDiscount[];
}

/** The periods that the ends of discounts divide the charges into (INV-15). A one-time discount holds for the first charge. */
function divideByDiscounts(discounts: readonly PreviewDiscount[], schedule: ChargeSchedule): readonly DiscountPeriod[] {
  const endOf = ({ isOnce, end }: PreviewDiscount) =>
    isOnce ? chargeDate(schedule, 1) : end === null ? null : new Date(end);
  const changes = discounts.flatMap((discount) => {
    const end = endOf(discount);
    return end && end > schedule.first ? [firstChargeFrom(schedule, end)] : [];
  });
  const starts = [...new Set([0, ...changes])].sort((a, b) => a - b).slice(0, 1 + furtherAmounts);
  return starts.map((start) => {
    const from = chargeDate(schedule, start);
    const kept = discounts.filter((discount) => {
      const end = endOf(discount);
      return end === null || end > from;
    });
    return { from, discounts: kept };
  });
}

/**
 * What is paid each interval (INV-15). Only where a discount ends is another amount asked for.
 * @param recurring the charge of an interval with all discounts.
 * @param previewWith the same with only some of them.
 */
export async function findRecurringCharges(
  recurring: Preview,
  schedule: ChargeSchedule,
  previewWith: (discounts: readonly PreviewDiscount[]) => Promise<Preview>,
): Promise<RecurringCharge[]> {
  // Stripe can leave out discounts of the whole invoice, not those of single items.
  const ofInvoice = recurring.discounts.filter(({ id }) => recurring.discountIds.includes(id));
  const periods = divideByDiscounts(ofInvoice, schedule);
  const previews = await Promise.all(
    periods.map(({ discounts }) => (discounts.length === ofInvoice.length ? recurring : previewWith(discounts))),
  );
  const charges: RecurringCharge[] = [];
  for (const [at, { from }] of periods.entries()) {
    const { total, discount } = previews[at] as Preview;
    const last = charges.at(-1);
    if (last?.total === total && last.discount === discount) continue;
    if (last) last.until = from.toISOString();
    charges.push({ from: from.toISOString(), until: null, total, discount });
  }
  return charges;
}

/** The total of the charge at `date`, in cents. */
export function totalAt(charges: readonly RecurringCharge[], date: Date): number {
  return charges.findLast(({ from }) => new Date(from) <= date)?.total ?? charges[0]?.total ?? 0;
}
