import {
  type cancellationReasons,
  type GivenReason,
  type Locale,
  monthsOfReasons,
  type ResponseOf,
} from '@portico/contract';
import { findAccountNames } from '../../accounts/index.ts';
import { namePlan, nameProduct, type Product } from '../../catalog/index.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { ReasonRow } from './cancellation-reasons.queries.ts';
import type { CancellationReasonsContext } from './cancellation-reasons.service.ts';
import { listProducts, listReasons, type ReasonListOptions, sumMonths } from './reports.queries.ts';

type Asking = CancellationReasonsContext & Pick<RequestContext, 'locale'>;

/** What customers of all accounts said, for operators (CXL-10). */
export async function listGivenReasons(
  { database, catalog, locale }: Asking,
  options: ReasonListOptions,
): Promise<ResponseOf<typeof cancellationReasons.list>> {
  const [{ items, total }, products] = await Promise.all([
    listReasons(database.query, options),
    catalog.findProducts(),
  ]);
  return listAnswer(await presentRows({ database, locale }, items, products), total, options);
}

/** Rows with the names of their accounts, products and plans. */
export async function presentRows(
  { database, locale }: Pick<Asking, 'database' | 'locale'>,
  rows: readonly ReasonRow[],
  products: ReadonlyMap<string, Product>,
): Promise<GivenReason[]> {
  const names = await findAccountNames(database.query, [...new Set(rows.map(({ accountId }) => accountId))]);
  return rows.map((row) => present(row, { names, products, locale }));
}

/** How often each reason was given in each of the last twelve months (CXL-11). */
export async function listMonths(
  { database, catalog, locale }: Asking,
  productId: string | undefined,
  now: Date,
): Promise<ResponseOf<typeof cancellationReasons.listMonths>> {
  const since = firstMonth(now);
  const [items, ids, products] = await Promise.all([
    sumMonths(database.query, since, productId),
    listProducts(database.query, since),
    catalog.findProducts(),
  ]);
  const named = ids.map((id) => ({ id, name: nameProduct(products, id, locale) }));
  return { items, products: named.sort((one, other) => one.name.localeCompare(other.name, locale)) };
}

/** The beginning of the first month that is told of, in UTC. */
function firstMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsOfReasons + 1, 1));
}

function present(
  row: ReasonRow,
  {
    names,
    products,
    locale,
  }: { names: ReadonlyMap<number, string>; products: ReadonlyMap<string, Product>; locale: Locale },
): GivenReason {
  return {
    id: row.id,
    at: (row.decidedAt ?? row.givenAt ?? new Date(0)).toISOString(),
    account: { id: row.accountId, name: names.get(row.accountId) ?? '' },
    productId: row.productId,
    productName: nameProduct(products, row.productId, locale),
    planName: namePlan(products, row, locale),
    reason: row.reason,
    comment: row.comment,
    outcome: outcomeOf(row),
    amountPerMonth: row.amountPerMonth,
    currency: row.currency,
  };
}

function outcomeOf({ savedAt, restoredAt }: ReasonRow): GivenReason['outcome'] {
  if (savedAt) return 'saved';
  return restoredAt ? 'restored' : 'canceled';
}
