import type { ShippingDetails } from '@portico/contract';
import type { Queryable } from '../../db/database.ts';
import { InvalidInputError } from '../../http/app-error.ts';
import type { LineAmounts, PreviewLine } from '../../stripe/index.ts';
import { findCharged } from './credits.queries.ts';

/** What of an address tax goes by. */
function placeOf({ address }: ShippingDetails): string {
  return [address.country, address.state, address.postalCode, address.city]
    .map((part) => part?.trim() ?? '')
    .join('\n')
    .toLowerCase();
}

/** Sums up what was charged; undefined where a part of it is not known. */
function together(parts: readonly (LineAmounts | undefined)[]): LineAmounts | undefined {
  const whole = { net: 0, tax: 0, taxes: 0 };
  for (const part of parts) {
    if (!part) return undefined;
    whole.net += part.net;
    whole.tax += part.tax;
    whole.taxes = Math.max(whole.taxes, part.taxes);
  }
  return parts.length > 0 ? whole : undefined;
}

/** Whether a credit has its share of the tax that was charged. Amounts are rounded to cents, each tax and the discount for itself. */
function isTaxedAs(charged: LineAmounts, credit: PreviewLine): boolean {
  const share = charged.net === 0 ? 0 : (charged.tax * credit.net) / charged.net;
  return Math.abs(credit.tax - share) <= Math.max(charged.taxes, credit.taxes) + 1;
}

/**
 * What is given back of time that was paid carries the tax that was charged for it: at another tax it would be more or less than was paid, and whoever
 * moves their address to and fro would be paid for it. Where the invoice that charged it is not known here, the address has to be that of the last purchase.
 * @param lines of the preview of a change.
 * @param place the address that it is reckoned at, and that of the account's last purchase; null where there was none.
 * @throws InvalidInputError for the address.
 */
export async function requireTaxAsCharged(
  on: Queryable,
  customerId: string | null,
  lines: readonly PreviewLine[],
  place: { asked: ShippingDetails | undefined; last: ShippingDetails | null },
): Promise<void> {
  const credits = lines.filter(({ net }) => net < 0);
  const ids = [...new Set(credits.flatMap(({ creditedLineIds }) => creditedLineIds))];
  const known = customerId ? await findCharged(on, customerId, ids) : new Map<string, LineAmounts>();
  const { asked, last } = place;
  const hasMoved = asked && last && placeOf(asked) !== placeOf(last);
  for (const credit of credits) {
    const charged = together(credit.creditedLineIds.map((id) => known.get(id)));
    if (charged ? !isTaxedAs(charged, credit) : hasMoved)
      throw new InvalidInputError({ shippingDetails: [{ key: 'purchase.addressKept' }] });
  }
}
