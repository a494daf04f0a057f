import type { AttentionItem, UsedEnd } from '@portico/contract';
import { isDueLater } from '../../../lib/due.ts';
import type {
  Ending,
  ExpiringCard,
  LicenseEnding,
  MissingCard,
  PlacesEnding,
  TokenEnding,
  TrialEnding,
  Unpaid,
} from './attention.ts';

/** A purchase or change of a product whose outcome is not known yet. */
export interface Confirming {
  readonly id: string;
  readonly productId: string;
  /** The product's name. */
  readonly name: string;
  /** It waits for the cardholder, and goes on only with them. */
  readonly needsCardholder: boolean;
}

export type Need = { readonly key: string } & (
  | { readonly kind: 'unpaid' | 'due'; readonly item: Unpaid }
  | { readonly kind: 'ending'; readonly item: Ending }
  | { readonly kind: 'card'; readonly item: ExpiringCard }
  | { readonly kind: 'noCard'; readonly item: MissingCard }
  | { readonly kind: 'places'; readonly item: PlacesEnding }
  | { readonly kind: 'trial'; readonly item: TrialEnding }
  | { readonly kind: 'license'; readonly item: LicenseEnding }
  | { readonly kind: 'token'; readonly item: TokenEnding }
  | { readonly kind: 'used'; readonly item: UsedEnd; readonly ask: readonly string[] }
  | { readonly kind: 'confirm' | 'waiting'; readonly operation: Confirming }
);

function needOf(item: AttentionItem): Need {
  switch (item.kind) {
    case 'unpaid':
      return { key: item.invoiceId, kind: isDueLater(item) ? 'due' : 'unpaid', item };
    case 'ending':
      return { key: `ending ${item.subscriptionId}`, kind: 'ending', item };
    case 'cardExpires':
      return { key: item.paymentMethodId, kind: 'card', item };
    case 'cardMissing':
      return { key: `no card ${item.subscriptionId}`, kind: 'noCard', item };
    case 'placesEnding':
      return { key: `places ${item.subscriptionId}`, kind: 'places', item };
    case 'trialEnding':
      return { key: `trial ${item.subscriptionId}`, kind: 'trial', item };
    case 'licenseEnding':
      return { key: `license ${item.licenseId}`, kind: 'license', item };
    case 'tokenEnding':
      return { key: `token ${item.tokenId}`, kind: 'token', item };
  }
}

const ranks: Record<Need['kind'], number> = {
  unpaid: 0,
  confirm: 1,
  due: 2,
  ending: 2,
  card: 2,
  noCard: 2,
  places: 2,
  trial: 2,
  license: 2,
  token: 2,
  used: 2,
  waiting: 3,
};

/**
 * Everything that needs somebody, the worst first (UI-41): what is unpaid, what waits for its cardholder, the rest in the server's order, and last what
 * settles by itself. What is being confirmed for a product takes the place of its end, which it may change.
 */
export function needsOf(items: readonly AttentionItem[], confirming: readonly Confirming[]): Need[] {
  const changing = new Set(confirming.map(({ productId }) => productId.toLowerCase()));
  const settled = items.filter((item) => item.kind !== 'ending' || !changing.has(item.productId.toLowerCase()));
  const operations = confirming.map(
    (operation): Need => ({ key: operation.id, kind: operation.needsCardholder ? 'confirm' : 'waiting', operation }),
  );
  // Sorting is stable: what has the same rank keeps its order.
  return [...settled.map(needOf), ...operations].sort((one, other) => ranks[one.kind] - ranks[other.kind]);
}

/** What ends, for those who do not see how the account pays (ATT-9). @param ask the people of the account who can act */
export function usedNeedsOf(items: readonly UsedEnd[], ask: readonly string[]): Need[] {
  return items.map((item) => ({ key: `${item.kind} ${item.productId} ${item.endsAt}`, kind: 'used', item, ask }));
}

/** The need whose button is the primary one: the worst that somebody can do something about. */
export function primaryOf(needs: readonly Need[]): Need | undefined {
  return needs[0]?.kind === 'waiting' ? undefined : needs[0];
}
