import type { SubscriptionDetail } from './subscriptions.api.ts';

/** Something that ends with a subscription. */
export type Loss =
  | { kind: 'devices'; inUse: number }
  | { kind: 'quantity'; quantity: number }
  | { kind: 'addons'; captions: readonly string[] }
  | { kind: 'discount'; name: string; until: string | null }
  | { kind: 'link' }
  | { kind: 'trial' };

type Facts = Pick<
  SubscriptionDetail,
  'seats' | 'quantity' | 'items' | 'discounts' | 'productUrlCaption' | 'trial' | 'expirationDate'
>;

/** What a cancellation takes away (CXL-1). A discount that ends earlier does not count. */
export function listLosses({
  seats,
  quantity,
  items,
  discounts,
  productUrlCaption,
  trial,
  expirationDate,
}: Facts): Loss[] {
  const addons = items.filter(({ kind }) => kind === 'addon').map(({ caption }) => caption);
  const outlasts = (until: string | null) => until === null || expirationDate === null || until > expirationDate;
  return [
    ...(seats && seats.inUse > 0
      ? [{ kind: 'devices' as const, inUse: seats.inUse }]
      : [{ kind: 'quantity' as const, quantity: seats?.total ?? quantity }].filter((loss) => loss.quantity > 0)),
    ...(addons.length > 0 ? [{ kind: 'addons' as const, captions: addons }] : []),
    ...discounts
      .filter(({ until }) => outlasts(until))
      .map(({ name, until }) => ({ kind: 'discount' as const, name, until })),
    ...(productUrlCaption ? [{ kind: 'link' as const }] : []),
    ...(trial ? [{ kind: 'trial' as const }] : []),
  ];
}
