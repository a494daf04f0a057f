import type { InvoiceRow } from '@portico/contract';
import type { SoldPrice } from '../../catalog/index.ts';
import { localize } from '../../core/messages/index.ts';
import { describeLine, type PreviewNames } from './invoices.preview.ts';

/** What the list can be limited to, as it is asked for (INV-20). */
export interface InvoiceFilter {
  /** A part of the number, the product or the description, in any case. */
  readonly text?: string | undefined;
  readonly status?: InvoiceRow['status'] | undefined;
  readonly productId?: string | undefined;
  /** The first moment of what is listed, ISO 8601 in UTC. */
  readonly createdFrom?: string | undefined;
  /** The first moment after it. */
  readonly createdBefore?: string | undefined;
}

/** The same for the database, which does not know the catalog's words. */
export interface ResolvedFilter extends Omit<InvoiceFilter, 'productId'> {
  /** Prices at Stripe of which one must be that of the first line; undefined for all. */
  readonly ofPrices?: readonly string[] | undefined;
  /** Prices at Stripe whose words have the text. */
  readonly textPrices?: readonly string[] | undefined;
}

const filterNames = ['text', 'status', 'productId', 'createdFrom', 'createdBefore'] as const;

/** Whether anything is limited. */
export function isFiltered(filter: InvoiceFilter): boolean {
  return filterNames.some((name) => filter[name] !== undefined);
}

/**
 * Finds the prices that a filter is about, in the words that the reader sees.
 * @param words with all prices that were ever sold
 */
export function resolveFilter(
  { productId, ...filter }: InvoiceFilter,
  words: Pick<PreviewNames, 'products' | 'prices' | 'locale'>,
): ResolvedFilter {
  const { text } = filter;
  const sold = [...words.prices.values()];
  const idsOf = (prices: readonly SoldPrice[]) => prices.map(({ stripePriceId }) => stripePriceId);
  return {
    ...filter,
    ...(productId !== undefined && { ofPrices: idsOf(sold.filter((price) => price.productId === productId)) }),
    ...(text !== undefined && { textPrices: idsOf(sold.filter((price) => hasText(price, text, words))) }),
  };
}

/** Whether a price's words or its product's name have a text, in any case. */
function hasText(
  { stripePriceId, productId }: SoldPrice,
  text: string,
  words: Pick<PreviewNames, 'products' | 'prices' | 'locale'>,
): boolean {
  const product = words.products.get(productId);
  const name = product ? localize(product.displayName, words.locale) : '';
  const line = describeLine({ stripePriceId, description: '', amount: 0, isProration: false }, words);
  const wanted = text.toLocaleLowerCase(words.locale);
  return [name, line].some((said) => said.toLocaleLowerCase(words.locale).includes(wanted));
}
