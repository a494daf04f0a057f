import type { FullPortal } from './full-portal.ts';
import type { Answer, Person } from './operation-person.ts';
import type { World } from './operation-worlds.ts';

/** A change that is ready to be asked for. */
export interface Change {
  readonly person: Person;
  /** Asks for it as the browser does. Asked again, it changes nothing more. */
  ask(): Promise<Answer | undefined>;
  /** What the card's holder, or whoever watches the order, does while it waits for them; more than once. */
  finish?(): Promise<void>;
}

/** One kind of change at Stripe, in one of the ways it can go. */
export interface OperationCase {
  /** The kind of its operation, as it is stored. */
  readonly kind: string;
  /** Its calls that change something, as the idempotency keys name them. */
  readonly steps: readonly string[];
  /** Steps that a bank's refusal can meet. */
  readonly refusable: readonly string[];
  /** Steps whose work cannot be found again once their key is spent: the change has to be asked for anew, and nothing is left of it. */
  readonly unfindable?: readonly string[];
  /** The operation exists before it is asked for. */
  readonly continues?: boolean;
  prepare(portal: FullPortal): Promise<Change>;
  readonly ends: 'succeeded' | 'failed';
  /** What there is once it is made. */
  readonly world: World;
  /** What else must be so once it is made, before it is asked for again. */
  check?(change: Change): Promise<void>;
}

/** What there is of a person who has a card and has bought nothing. */
export const begun: World = {
  customers: 1,
  charges: [],
  invoices: [],
  subscriptions: [],
  cards: ['4242'],
  defaultCard: '4242',
};
/** Of one who has bought one place. */
export const bought: World = { ...begun, charges: [3_000], invoices: ['paid 3000'], subscriptions: ['active 1 4242'] };
/** Of one who then has three. */
export const changed: World = {
  ...begun,
  charges: [3_000, 6_000],
  invoices: ['paid 3000', 'paid 6000'],
  subscriptions: ['active 3 4242'],
};
/** A card whose payments are declined. */
export const declining = 'pm_card_chargeCustomerFail';
/** A card whose holder must confirm each payment. */
export const asking = 'pm_card_authenticationRequired';

/** A person, their change, and what they do when it waits for them. */
export function ready(person: Person, ask: () => Promise<Answer | undefined>, finish?: () => Promise<void>): Change {
  return { person, ask, ...(finish && { finish }) };
}
