import type { AccountState } from './account-states.ts';
import type { FullPortal } from './full-portal.ts';
import type { Answer, Person } from './operation-person.ts';

/** A prepared change. */
export interface Change {
  readonly person: Person;
  /** Requests it like the browser. Another request changes nothing more. */
  ask(): Promise<Answer | undefined>;
  /** What the cardholder, or the page that polls, does while the change waits; called repeatedly. */
  finish?(): Promise<void>;
}

/** A kind of change at Stripe, in one of its variants. */
export interface OperationCase {
  /** The stored kind of its operation. */
  readonly kind: string;
  /** Its changing calls, with the names in idempotency keys. */
  readonly steps: readonly string[];
  /** Steps that a bank can refuse. */
  readonly refusable: readonly string[];
  /**
   * Steps whose result cannot be found once their key is spent. The change must be requested again, and nothing of it
   * remains.
   */
  readonly unfindable?: readonly string[];
  /** Whether the operation exists before the request. */
  readonly continues?: boolean;
  prepare(portal: FullPortal): Promise<Change>;
  readonly ends: 'succeeded' | 'failed';
  /** The expected result. */
  readonly world: AccountState;
  /** Further checks of the result, before it is requested again. */
  check?(change: Change): Promise<void>;
}

/** The state of a person with a card and no purchase. */
export const begun: AccountState = {
  customers: 1,
  charges: [],
  invoices: [],
  subscriptions: [],
  cards: ['4242'],
  defaultCard: '4242',
};
/** The state after buying one seat. */
export const bought: AccountState = {
  ...begun,
  charges: [3_000],
  invoices: ['paid 3000'],
  subscriptions: ['active 1 4242'],
};
/** The state after changing to three seats. */
export const changed: AccountState = {
  ...begun,
  charges: [3_000, 6_000],
  invoices: ['paid 3000', 'paid 6000'],
  subscriptions: ['active 3 4242'],
};
/** A card whose payments are declined. */
export const decliningCard = 'pm_card_chargeCustomerFail';
/** A card that requires authentication for each payment. */
export const authenticationCard = 'pm_card_authenticationRequired';

/** A person, their change, and what they do while it waits. */
export function createChange(
  person: Person,
  ask: () => Promise<Answer | undefined>,
  finish?: () => Promise<void>,
): Change {
  return { person, ask, ...(finish && { finish }) };
}
