import type { InvoiceRow } from '@portico/contract';
import type { SoldPrice } from '../../catalog/index.ts';
import { localize } from '../../core/messages/index.ts';
import { describeLine, type PreviewNames } from './invoices.preview.ts';

/** The requested filter of the list (INV-20). */
export interface InvoiceFilter {
  /** Part of the number, the product or the description, case-insensitive. */
  readonly text?: string | undefined;
  readonly status?: InvoiceRow['status'] | undefined;
  readonly productId?: string | undefined;
  /** The beginning of the time range, ISO 8601 in UTC. */
  readonly createdFrom?: string | undefined;
  /** The end of the time range, exclusive. */
  readonly createdBefore?: string | undefined;
}

/**
 * The filter for the database. Because the database does not have the catalog's names, it searches by price instead.
 */
export interface ResolvedFilter extends Omit<InvoiceFilter, 'productId'> {
  /** The Stripe price of the first line must be one of these; undefined for all. */
  readonly ofPrices?: readonly string[] | undefined;
  /** Stripe prices whose descriptions contain the text. */
  readonly textPrices?: readonly string[] | undefined;
}

const filterNames = ['text', 'status', 'productId', 'createdFrom', 'createdBefore'] as const;

export function isFiltered(filter: InvoiceFilter): boolean {
  return filterNames.some((name) => filter[name] !== undefined);
}

/**
 * Finds the prices that match a filter in the reader's language.
 * @param names of all prices that were ever sold
 */
export function resolveFilter(
  { productId, ...filter }: InvoiceFilter,
  names: Pick<PreviewNames, 'products' | 'prices' | 'locale'>,
): ResolvedFilter {
  const { text } = filter;
  const sold = [...names.prices.values()];
  const stripePriceIds = (prices: readonly SoldPrice[]) => prices.map(({ stripePriceId }) => stripePriceId);
  return {
    ...filter,
    ...(productId !== undefined && { ofPrices: stripePriceIds(sold.filter((price) => price.productId === productId)) }),
    ...(text !== undefined && { textPrices: stripePriceIds(sold.filter((price) => hasText(price, text, names))) }),
  };
}

/** Whether a price's description or its product's name contains a text, case-insensitively. */
function hasText(
  { stripePriceId, productId }: SoldPrice,
  text: string,
  names: Pick<PreviewNames, 'products' | 'prices' | 'locale'>,
): boolean {
  const product = names.products.get(productId);
  const name = product ? localize(product.displayName, names.locale) : '';
  const line = describeLine({ stripePriceId, description: '', amount: 0, isProration: false }, names);
  const wanted = text.toLocaleLowerCase(names.locale);
  return [name, line].some((shown) => shown.toLocaleLowerCase(names.locale).includes(wanted));
}
