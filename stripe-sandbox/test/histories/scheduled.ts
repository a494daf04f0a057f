import type Stripe from 'stripe';

/** Schedules another plan for a subscription from the end of its period. Add-ons and discounts stay. */
export async function schedulePlan(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  next: { price: string; quantity: number; addOn: string },
): Promise<void> {
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  const [present] = phases;
  const items = subscription.items.data.map(({ price, quantity }) => ({ price: price.id, quantity: quantity ?? 1 }));
  const discounts = subscription.discounts.map((discount) => ({ discount: String(discount) }));
  await stripe.subscriptionSchedules.update(id, {
    end_behavior: 'release',
    phases: [
      { items, discounts, start_date: present?.start_date ?? 0, end_date: present?.end_date ?? 0 },
      {
        items: [{ price: next.price, quantity: next.quantity }, ...items.filter(({ price }) => price === next.addOn)],
        discounts,
        duration: { interval: 'day', interval_count: 1 },
        proration_behavior: 'none',
      },
    ],
  });
}
