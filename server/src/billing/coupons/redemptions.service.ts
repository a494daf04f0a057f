import type { coupons as contract, ParsedRequestOf, ResponseOf } from '@portico/contract';
import { findAccountNames } from '../../accounts/index.ts';
import { listPromotionCodes } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import { listRedemptions } from './coupons.queries.ts';

/** Who used a coupon (CPN-15). Nobody used one that was never published. */
export async function listCouponRedemptions(
  { database }: { readonly database: Database },
  code: string,
  query: ParsedRequestOf<typeof contract.listRedemptions>['query'],
): Promise<ResponseOf<typeof contract.listRedemptions>> {
  const on = database.query;
  const promotionCodes = await listPromotionCodes(on, code);
  if (promotionCodes.length === 0) return listAnswer([], 0, query);
  const { items, total } = await listRedemptions(on, promotionCodes, query);
  const names = await findAccountNames(
    on,
    items.map(({ accountId }) => accountId),
  );
  const shown = items.map(({ accountId, redeemedAt }) => ({
    account: { id: accountId, name: names.get(accountId) ?? `#${accountId}` },
    redeemedAt: redeemedAt.toISOString(),
  }));
  return listAnswer(shown, total, query);
}
