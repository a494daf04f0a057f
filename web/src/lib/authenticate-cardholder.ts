import { getStripe, StripeNotLoadedError, stripeNotLoadedMessage } from './stripe.ts';

/**
 * Lets the cardholder confirm a payment in the bank's dialog.
 * @returns the provider's message when that failed, null when it did not
 */
export async function authenticateCardholder(clientSecret: string, paymentMethodId?: string): Promise<string | null> {
  try {
    const stripe = await getStripe();
    const { error } = await stripe.confirmCardPayment(
      clientSecret,
      paymentMethodId === undefined ? {} : { payment_method: paymentMethodId },
    );
    return error ? (error.message ?? '') : null;
  } catch (error) {
    if (error instanceof StripeNotLoadedError) return stripeNotLoadedMessage();
    throw error;
  }
}
