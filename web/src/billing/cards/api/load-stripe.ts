import { useQuery } from '@tanstack/react-query';
import { useLocale } from '../../../lib/locale.ts';
import { getStripe } from '../../../lib/stripe.ts';

/** The payment provider's script in the user's language; `refetch` retries after a failure. */
export function useStripeScript() {
  const locale = useLocale();
  return useQuery({
    queryKey: ['cards', 'stripe-script', locale],
    queryFn: () => getStripe(locale),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Keeps Stripe's object identical instead of copying it.
    structuralSharing: false,
  });
}
