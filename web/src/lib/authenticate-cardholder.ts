import { getStripe, StripeNotLoadedError, stripeNotLoadedMessage } from './stripe.ts';

/**
 * Shows the bank's authentication dialog.
 * @returns the provider's message if the authentication failed, otherwise null
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
