import type { InvoicePreview, Locale } from '@portico/contract';
import { formatPercent, translate } from '../../messages/index.ts';
import type { Preview, PreviewLine } from '../../stripe/index.ts';

/** Stripe's preview with the catalog's captions in the user's language. */
export function presentPreview(
  preview: Preview,
  captions: ReadonlyMap<string, string>,
  locale: Locale,
): InvoicePreview {
  return {
    lines: preview.lines.map((line) => ({
      description: describe(line, captions, locale),
      quantity: line.quantity,
      unitPrice: line.unitAmount,
      amount: line.amount,
    })),
    subtotal: preview.subtotal,
    discount: preview.discount,
    totalExcludingTax: preview.totalExcludingTax,
    taxAmounts: preview.taxes
      .filter((tax) => tax.amount !== 0)
      .map((tax) => ({ description: describeTax(tax, locale), amount: tax.amount })),
    total: preview.total,
    amountDue: preview.amountDue,
  };
}

function describe(line: PreviewLine, captions: ReadonlyMap<string, string>, locale: Locale): string {
  const caption = line.stripePriceId === undefined ? undefined : captions.get(line.stripePriceId);
  if (!caption) return line.description;
  if (!line.isProration) return caption;
  return translate(locale, line.amount < 0 ? 'purchase.line.unused' : 'purchase.line.remaining', { caption });
}

/** The French names of taxes that Stripe names in English. */
const frenchTaxes: ReadonlyMap<string, string> = new Map([
  ['GST', 'TPS'],
  ['HST', 'TVH'],
  ['PST', 'TVP'],
  ['QST', 'TVQ'],
  ['VAT', 'TVA'],
]);

function describeTax({ rate }: Preview['taxes'][number], locale: Locale): string {
  if (!rate) return translate(locale, 'purchase.tax');
  const name = (locale === 'fr' ? frenchTaxes.get(rate.name) : undefined) ?? rate.name;
  return translate(locale, 'purchase.taxRate', { name, rate: formatPercent(rate.percentage / 100, locale, 3) });
}
