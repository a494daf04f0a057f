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

/** A purchase or change of a product with an unknown outcome. */
export interface Confirming {
  readonly id: string;
  readonly productId: string;
  /** The product's name. */
  readonly name: string;
  /** Whether the operation waits for the cardholder. */
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

function toNeed(item: AttentionItem): Need {
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
 * Everything that needs attention, the most urgent first (UI-41): unpaid invoices, operations that wait for a
 * cardholder, other items in the server's order, and pending operations. A pending operation hides its product's end,
 * which it may change.
 */
export function listNeeds(items: readonly AttentionItem[], confirming: readonly Confirming[]): Need[] {
  const changing = new Set(confirming.map(({ productId }) => productId.toLowerCase()));
  const settled = items.filter((item) => item.kind !== 'ending' || !changing.has(item.productId.toLowerCase()));
  const operations = confirming.map(
    (operation): Need => ({ key: operation.id, kind: operation.needsCardholder ? 'confirm' : 'waiting', operation }),
  );
  // Sorting is stable, so equal ranks keep their order.
  return [...settled.map(toNeed), ...operations].sort((one, other) => ranks[one.kind] - ranks[other.kind]);
}

/** Whether an item is about a product, or about a card that pays for it. */
export function isAboutProduct(item: AttentionItem, productId: string): boolean {
  switch (item.kind) {
    case 'unpaid':
      return item.subscription?.productId === productId;
    case 'cardExpires':
      return item.subscriptions.some((subscription) => subscription.productId === productId);
    default:
      return item.productId === productId;
  }
}

/**
 * Items that expire, for users who do not see billing (ATT-9).
 * @param ask the users of the account who can act
 */
export function listUsedNeeds(items: readonly UsedEnd[], ask: readonly string[]): Need[] {
  return items.map((item) => ({ key: `${item.kind} ${item.productId} ${item.endsAt}`, kind: 'used', item, ask }));
}

/** The need with the primary button: the most urgent one that the user can act on. */
export function findPrimaryNeed(needs: readonly Need[]): Need | undefined {
  return needs[0]?.kind === 'waiting' ? undefined : needs[0];
}
