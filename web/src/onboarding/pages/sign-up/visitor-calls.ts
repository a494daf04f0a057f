import { t } from '@lingui/core/macro';
import type { PreloadedSignUp, PurchaseSelection, SignUpCoupon, SignUpPreview } from '@portico/contract';
import type { SubscriptionPlan } from '../../../billing/purchase/model/plan.ts';
import type { FlowCalls, PurchaseTotals, Quote } from '../../../billing/purchase/purchase.api.ts';
import { checkCoupon, previewPurchase } from '../../sign-up/api/sign-up-calls.ts';
import type { Details } from '../../sign-up/model/details.ts';
import { calculateDiscount } from '../../sign-up/model/totals.ts';
import { solveOrReport } from '../../sign-up/solve-captcha.ts';

export interface Visitor {
  companyId: number;
  productId: string;
  plan: SubscriptionPlan;
  details: Details;
  captcha: PreloadedSignUp['captcha'];
}

interface VisitorCalls extends FlowCalls {
  readonly cards: ReadonlyMap<string, NonNullable<SignUpPreview['Card']>>;
}

/** The sum of all choices for one interval, from the catalog, in cents (SIGN-42). */
function sumSelection({ pricePlans }: Pick<SubscriptionPlan, 'pricePlans'>, selection: PurchaseSelection): number {
  const amounts = new Map(
    pricePlans.flatMap(({ id, amount, additionalPrices, addons }) => [
      [id, amount] as const,
      ...additionalPrices.map((price) => [price.id, price.amount] as const),
      ...addons.flatMap(({ prices }) => prices.map((price) => [price.id, price.amount] as const)),
    ]),
  );
  const units = [
    ...selection.items.map(({ priceId, quantity }) => [priceId, quantity] as const),
    ...Object.entries(selection.addons ?? {}),
  ];
  return units.reduce((sum, [id, quantity]) => sum + (amounts.get(id) ?? 0) * quantity, 0);
}

function calculateTotals(
  plan: SubscriptionPlan,
  selection: PurchaseSelection,
  coupon: SignUpCoupon | null,
): PurchaseTotals {
  const subtotal = sumSelection(plan, selection);
  const total = subtotal - calculateDiscount(subtotal, coupon);
  const [subtotalLabel, totalLabel, note] = [t`Subtotal`, t`Total`, t`before tax`];
  return {
    customizePurchaseSubtotal: { label: subtotalLabel, amount: subtotal },
    customizePurchaseCurrentCost: { label: t`You pay now`, amount: 0 },
    customizePurchaseTotal: { label: totalLabel, amount: total, note },
    completePurchaseSubtotal: { label: subtotalLabel, amount: subtotal },
    completePurchaseTotal: { label: totalLabel, amount: total, note },
  };
}

/** A visitor's quote in the format of an account's quote. It never credits a change. */
function toQuote(preview: SignUpPreview): Quote {
  return {
    taxTransactionId: preview.TaxTransactionId,
    expiresAt: preview.ExpiresAt,
    subscriptionUpdateInvoiceDetails: preview.SubscriptionUpdateInvoiceDetails,
    recurringInvoiceDetails: preview.RecurringInvoiceDetails,
    nextPaymentDate: preview.NextPaymentDate,
    recurringCharges: preview.RecurringCharges,
    current: null,
    consequences: null,
    waitsUntil: null,
    startsAt: null,
  };
}

/**
 * The calls of the purchase steps for visitors. Totals before the confirmation come from the catalog.
 * @returns also the names of the cards that were quoted, by their ids
 */
export function visitorCalls({ companyId, productId, plan, details, captcha }: Visitor): VisitorCalls {
  const email = details.email.trim();
  const known = new Map<string, SignUpCoupon>();
  const cards = new Map<string, NonNullable<SignUpPreview['Card']>>();
  const check = async (coupon: string) => {
    const found = await checkCoupon({ email, coupon, product: productId }, await solveOrReport(captcha));
    known.set(coupon, found);
    return found;
  };
  return {
    cards,
    estimate: null,
    totals: async (selection) => {
      const { coupon } = selection;
      return calculateTotals(plan, selection, coupon ? (known.get(coupon) ?? (await check(coupon))) : null);
    },
    quote: async (request, signal) => {
      const asked = { ...request, companyId, productId, email };
      const preview = await previewPurchase(asked, await solveOrReport(captcha), signal);
      if (request.paymentMethodId && preview.Card) cards.set(request.paymentMethodId, preview.Card);
      return toQuote(preview);
    },
    applyCoupon: check,
    // The organization's details are the initial business address.
    findBusinessAddress: async () => ({
      name: details.organization,
      address: {
        country: details.country,
        state: details.country === 'CA' ? details.province : details.state,
        line1: '',
        city: '',
        postalCode: '',
      },
    }),
  };
}
