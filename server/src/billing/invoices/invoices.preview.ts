import type { AppliedDiscount, InvoicePreview, Locale } from '@portico/contract';
import { type Catalog, fullCaption, type Product, type SoldCoupon, type SoldPrice } from '../../catalog/index.ts';
import { formatPercent, localize, translate } from '../../core/messages/index.ts';
import type { Preview, PreviewDiscount, PreviewLine } from '../../core/stripe/index.ts';
import type { FirstLine } from './invoices.queries.ts';

/** The catalog's words for previews, in the user's language. */
export interface PreviewNames {
  readonly products: ReadonlyMap<string, Product>;
  /** By Stripe price. */
  readonly prices: ReadonlyMap<string, SoldPrice>;
  /** By Stripe coupon. */
  readonly coupons: ReadonlyMap<string, SoldCoupon>;
  readonly locale: Locale;
}

/** Finds what the catalog knows of the lines and discounts of previews. */
export async function findPreviewNames(
  catalog: Pick<Catalog, 'findByStripeCoupon' | 'findByStripePrice' | 'findProducts'>,
  previews: readonly Preview[],
  locale: Locale,
): Promise<PreviewNames> {
  const [products, prices, coupons] = await Promise.all([
    catalog.findProducts(),
    catalog.findByStripePrice(previews.flatMap(({ lines }) => lines.flatMap((line) => line.stripePriceId ?? []))),
    catalog.findByStripeCoupon(previews.flatMap(({ discounts }) => discounts.map(({ couponId }) => couponId))),
  ]);
  return { products, prices, coupons, locale };
}

/**
 * Stripe's preview in the catalog's words (PUR-31).
 * @param next the charge after it, ISO 8601 UTC: a one-time discount takes nothing off any more then. Null where none is known.
 */
export function presentPreview(preview: Preview, names: PreviewNames, next: string | null): InvoicePreview {
  const { locale } = names;
  const { startingBalance: balance, total } = preview;
  return {
    lines: preview.lines.map((line) => presentLine(line, names)),
    subtotal: preview.subtotal,
    discount: preview.discount,
    discounts: preview.discounts
      .filter(({ amount }) => amount !== 0)
      .map((discount) => presentDiscount(discount, names, next)),
    totalExcludingTax: preview.totalExcludingTax,
    taxAmounts: preview.taxes
      .filter((tax) => tax.amount !== 0)
      .map((tax) => ({ description: describeTax(tax, locale), amount: tax.amount })),
    total,
    amountDue: preview.amountDue,
    creditBefore: Math.max(0, -balance),
    creditAfter: Math.max(0, -(balance + total)),
    carriedOver: Math.max(0, balance + total - preview.amountDue),
  };
}

function presentLine(line: PreviewLine, names: PreviewNames): InvoicePreview['lines'][number] {
  const { quantity, unitAmount: unitPrice, amount, isProration, description } = line;
  const amounts = { isProration, quantity, unitPrice, amount };
  const price = line.stripePriceId === undefined ? undefined : names.prices.get(line.stripePriceId);
  if (!price) return { description, name: description, kind: 'other', ...amounts };
  const { locale } = names;
  return {
    description: describeLine({ ...line, stripePriceId: line.stripePriceId ?? null }, names),
    name: localize(price.kind === 'base' && price.plan ? price.plan.name : fullCaption(price), locale),
    kind: price.kind,
    ...amounts,
  };
}

/** A line of an invoice, as far as its words are concerned. */
interface DescribedLine {
  readonly stripePriceId: string | null;
  /** Stripe's own words. */
  readonly description: string;
  /** Cents. */
  readonly amount: number;
  readonly isProration: boolean;
}

/** A line in the catalog's words and the user's language, else in Stripe's (INV-19). A plan's price names its product too. */
export function describeLine(
  { stripePriceId, description, amount, isProration }: DescribedLine,
  { products, prices, locale }: Pick<PreviewNames, 'products' | 'prices' | 'locale'>,
): string {
  const price = stripePriceId === null ? undefined : prices.get(stripePriceId);
  if (!price) return description;
  const caption = localize(fullCaption(price), locale);
  const product = price.kind === 'base' ? products.get(price.productId) : undefined;
  const whole = product ? `${localize(product.displayName, locale)} – ${caption}` : caption;
  if (!isProration) return whole;
  return translate(locale, amount < 0 ? 'purchase.line.unused' : 'purchase.line.remaining', { caption: whole });
}

/**
 * An invoice is described by its first line (INV-12). A change's first line gives back time that is not used: the invoice says what was changed
 * instead, because 'Unused time' is not what its reader has paid for. @param description Stripe's words for it
 */
export function describeInvoice(
  description: string | null,
  line: FirstLine | undefined,
  words: Pick<PreviewNames, 'products' | 'prices' | 'locale'>,
): string | null {
  if (description === null || !line) return description;
  const { stripePriceId, lineAmount, isProration } = line;
  const caption = describeLine({ stripePriceId, description, amount: lineAmount ?? 0, isProration: false }, words);
  const isKnown = stripePriceId !== null && words.prices.has(stripePriceId);
  return isProration && isKnown ? translate(words.locale, 'invoice.change', { caption }) : caption;
}

/** The coupon's name and code as the catalog has them, else as Stripe does. */
export function presentDiscount(
  { couponId, couponName, promotionCodeId, amount, isOnce, end }: PreviewDiscount,
  { coupons, locale }: Pick<PreviewNames, 'coupons' | 'locale'>,
  next: string | null,
): AppliedDiscount {
  const coupon = coupons.get(couponId);
  return {
    name: coupon ? localize(coupon.name, locale) : couponName,
    code: promotionCodeId === null ? null : (coupon?.code ?? null),
    amount,
    until: isOnce ? next : end,
  };
}

/** The French names of taxes that Stripe names in English. */
const frenchTaxes: ReadonlyMap<string, string> = new Map([
  ['GST', 'TPS'],
  ['HST', 'TVH'],
  ['PST', 'TVP'],
  ['QST', 'TVQ'],
  ['Sales Tax', 'Taxe de vente'],
  ['VAT', 'TVA'],
]);

/** A tax with its rate: 'GST (5%)'; one whose rate is not known is called tax. */
export function describeTax({ rate }: Pick<Preview['taxes'][number], 'rate'>, locale: Locale): string {
  if (!rate) return translate(locale, 'purchase.tax');
  const name = (locale === 'fr' ? frenchTaxes.get(rate.name) : undefined) ?? rate.name;
  return translate(locale, 'purchase.taxRate', { name, rate: formatPercent(rate.percentage / 100, locale, 3) });
}
