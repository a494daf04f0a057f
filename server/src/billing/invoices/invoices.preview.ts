import type { AppliedDiscount, InvoicePreview, Locale } from '@portico/contract';
import { type Catalog, fullCaption, type Product, type SoldCoupon, type SoldPrice } from '../../catalog/index.ts';
import { formatPercent, localize, translate } from '../../core/messages/index.ts';
import type { Preview, PreviewDiscount, PreviewLine } from '../../core/stripe/index.ts';
import type { FirstLine } from './invoices.queries.ts';

/** The catalog's names for previews, in the user's language. */
export interface PreviewNames {
  readonly products: ReadonlyMap<string, Product>;
  /** By Stripe price. */
  readonly prices: ReadonlyMap<string, SoldPrice>;
  /** By Stripe coupon. */
  readonly coupons: ReadonlyMap<string, SoldCoupon>;
  readonly locale: Locale;
}

export type LineNames = Pick<PreviewNames, 'products' | 'prices' | 'locale'>;

/** Finds the catalog's names for the lines and discounts of previews. */
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
 * Stripe's preview with the catalog's names (PUR-31).
 * @param next the following charge, ISO 8601 UTC, to which a one-time discount no longer applies; null if unknown
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

interface DescribedLine {
  readonly stripePriceId: string | null;
  /** Stripe's text. */
  readonly description: string;
  /** Cents. */
  readonly amount: number;
  readonly isProration: boolean;
}

/** The catalog's description of a line in the user's language, otherwise Stripe's text (INV-19). A plan's price includes its product. */
export function describeLine(
  { stripePriceId, description, amount, isProration }: DescribedLine,
  { products, prices, locale }: LineNames,
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
 * Describes an invoice by its first line (INV-12). The first line of a change credits unused time, so the description names the change instead.
 * @param description Stripe's text
 */
export function describeInvoice(
  description: string | null,
  line: FirstLine | undefined,
  names: LineNames,
): string | null {
  if (description === null || !line) return description;
  const { stripePriceId, lineAmount, isProration } = line;
  const caption = describeLine({ stripePriceId, description, amount: lineAmount ?? 0, isProration: false }, names);
  const isKnown = stripePriceId !== null && names.prices.has(stripePriceId);
  return isProration && isKnown ? translate(names.locale, 'invoice.change', { caption }) : caption;
}

/** The coupon's name and code from the catalog, otherwise from Stripe. */
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

/** A tax with its rate, such as 'GST (5%)'; just 'Tax' if the rate is unknown. */
export function describeTax({ rate }: Pick<Preview['taxes'][number], 'rate'>, locale: Locale): string {
  if (!rate) return translate(locale, 'purchase.tax');
  const name = (locale === 'fr' ? frenchTaxes.get(rate.name) : undefined) ?? rate.name;
  return translate(locale, 'purchase.taxRate', { name, rate: formatPercent(rate.percentage / 100, locale, 3) });
}
