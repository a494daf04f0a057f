import type { RecurringCharge } from '@portico/contract';
import type { Preview, PreviewDiscount } from '../../core/stripe/index.ts';
import { type ChargeSchedule, chargeDate, firstChargeIndex } from './charge-dates.ts';

/** The maximum number of previews besides the first one. A subscription rarely has more than one discount that ends. */
const maxFurtherAmounts = 3;

/** Charges with the same discounts. */
interface DiscountPeriod {
  readonly from: Date;
  readonly discounts: readonly PreviewDiscount[];
}

/** Divides the charges at the ends of discounts (INV-15). A one-time discount applies to the first charge. */
function divideByDiscounts(discounts: readonly PreviewDiscount[], schedule: ChargeSchedule): readonly DiscountPeriod[] {
  const discountEnd = ({ isOnce, end }: PreviewDiscount) =>
    isOnce ? chargeDate(schedule, 1) : end === null ? null : new Date(end);
  const changes = discounts.flatMap((discount) => {
    const end = discountEnd(discount);
    return end && end > schedule.first ? [firstChargeIndex(schedule, end)] : [];
  });
  const starts = [...new Set([0, ...changes])].sort((a, b) => a - b).slice(0, 1 + maxFurtherAmounts);
  return starts.map((start) => {
    const from = chargeDate(schedule, start);
    const kept = discounts.filter((discount) => {
      const end = discountEnd(discount);
      return end === null || end > from;
    });
    return { from, discounts: kept };
  });
}

/**
 * The charges of the intervals (INV-15). Another preview is fetched only if a discount ends.
 * @param recurring the charge of an interval with all discounts
 * @param previewWith previews the charge with some of the discounts
 */
export async function findRecurringCharges(
  recurring: Preview,
  schedule: ChargeSchedule,
  previewWith: (discounts: readonly PreviewDiscount[]) => Promise<Preview>,
): Promise<RecurringCharge[]> {
  // Stripe can leave out discounts of the whole invoice, but not those of single items.
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
