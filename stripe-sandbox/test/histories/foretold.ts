import Stripe from 'stripe';

/** The values of an invoice that a preview must match. */
export function foretold(invoice: Stripe.Invoice) {
  const { subtotal, total, amount_due, starting_balance, currency } = invoice;
  return {
    subtotal,
    total,
    amount_due,
    starting_balance,
    currency,
    taxes: (invoice.total_taxes ?? []).map(({ amount, taxable_amount }) => [amount, taxable_amount]),
    discounts: (invoice.total_discount_amounts ?? []).map(({ amount }) => amount),
    lines: invoice.lines.data.map((line) => ({
      amount: line.amount,
      description: line.description,
      period: line.period,
      quantity: line.quantity,
      price: line.pricing?.price_details?.price ?? null,
      discounts: (line.discount_amounts ?? []).map(({ amount }) => amount),
      taxes: (line.taxes ?? []).map(({ amount }) => amount),
    })),
  };
}

/** The result of a call, or its error. */
export async function outcome<T>(
  call: Promise<T>,
): Promise<{ value: T } | { code: string | undefined; message: string }> {
  try {
    return { value: await call };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return { code: error.code, message: error.message };
    throw error;
  }
}
