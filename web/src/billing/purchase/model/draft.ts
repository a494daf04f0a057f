import { deviceStorage, tabStorage } from '../../../lib/storage.ts';
import { type AddressDraft, type AddressField, emptyAddress } from '../../../ui/address-fields-draft.ts';
import { type FlowAction, type FlowState, reduceFlow } from './flow.ts';
import { unitsKey } from './overtaken.ts';
import type { SubscriptionPlan } from './plan.ts';
import { parseStep } from './steps.ts';

/** Milliseconds that unfinished choices are stored: a day (PUR-40). */
const draftLife = 86_400_000;

/** The owner of the choices, so that no other user of this browser sees them. */
export interface DraftOwner {
  accountId: number;
  /** A visitor who signs up is identified by the key of the form's data. */
  userId: number | string;
  productId: string;
}

/** A visitor's choices end with the tab, because no sign-out deletes them. */
const storageOf = ({ userId }: DraftOwner) => (typeof userId === 'string' ? tabStorage : deviceStorage);

const storageKey = ({ accountId, userId, productId }: DraftOwner) =>
  `portico.purchase.${accountId}.${userId}.${productId.toLowerCase()}`;

/** What the account had when the choices were made. If it has something else now, the choices do not apply. */
const draftBasis = (plan: SubscriptionPlan) =>
  JSON.stringify([plan.id, plan.subscribeAction, plan.pricePlans.map(unitsKey)]);

/**
 * Stores unfinished choices and the address, but nothing of an entered card (PUR-40).
 * @param wantedPrice the price plan with which the flow was opened
 */
export function storeDraft(
  owner: DraftOwner,
  plan: SubscriptionPlan,
  state: FlowState,
  wantedPrice: string | null,
): void {
  const { pricePlanId, quantity, additional, addons, coupon, visited, paymentMethodId, needsPayment } = state;
  const { address, isAddressTouched, cardAddress, cardAddressIsSame } = state;
  const selection = { pricePlanId, quantity, additional, addons, coupon };
  const payer = { address, isAddressTouched, cardAddress, cardAddressIsSame, paymentMethodId };
  const draft = {
    savedAt: Date.now(),
    basis: draftBasis(plan),
    wantedPrice,
    visited,
    needsPayment,
    ...selection,
    ...payer,
  };
  storageOf(owner).write(storageKey(owner), JSON.stringify(draft));
}

export function clearDraft(owner: DraftOwner): void {
  storageOf(owner).remove(storageKey(owner));
}

type Loose = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readDraft(owner: DraftOwner, now: number): Loose | null {
  try {
    const draft: unknown = JSON.parse(storageOf(owner).read(storageKey(owner)) ?? 'null');
    if (!isObject(draft) || typeof draft.savedAt !== 'number') return null;
    if (now - draft.savedAt <= draftLife) return draft;
  } catch {
    // Unreadable data is ignored.
  }
  clearDraft(owner);
  return null;
}

/**
 * The flow with its unfinished choices; null if none are stored, or if the account's holdings have changed since.
 * Choices that are no longer sold or allowed are omitted.
 * @param start the flow without choices
 * @param wantedPrice the price plan with which the flow is opened; if it is not the same as before, it replaces the
 * stored choice
 */
export function restoreDraft(
  owner: DraftOwner,
  plan: SubscriptionPlan,
  start: FlowState,
  wantedPrice: string | null,
  now = Date.now(),
): FlowState | null {
  const draft = readDraft(owner, now);
  if (!draft || draft.basis !== draftBasis(plan)) return null;
  const chosen = toActions(draft).reduce((state, action) => reduceFlow(state, action, plan), start);
  const restored =
    wantedPrice && wantedPrice !== draft.wantedPrice
      ? reduceFlow(chosen, { type: 'pricePlanChosen', pricePlanId: wantedPrice }, plan)
      : chosen;
  const visited = Array.isArray(draft.visited) ? draft.visited.flatMap((name) => parseStep(String(name)) ?? []) : [];
  return {
    ...restored,
    addons: isObject(draft.addons) ? onlyChosen(restored.addons, draft.addons) : restored.addons,
    visited: [...new Set([...start.visited, ...visited])],
    isAddressTouched: draft.isAddressTouched === true,
    paymentMethodId: typeof draft.paymentMethodId === 'string' ? draft.paymentMethodId : null,
    needsPayment: draft.needsPayment === true,
  };
}

/** Removes the current add-ons that the user had removed from the change. */
const onlyChosen = (addons: FlowState['addons'], chosen: Loose) =>
  Object.fromEntries(Object.entries(addons).filter(([id]) => id in chosen));

function toActions(draft: Loose): FlowAction[] {
  const actions: FlowAction[] = [];
  if (typeof draft.pricePlanId === 'string') actions.push({ type: 'pricePlanChosen', pricePlanId: draft.pricePlanId });
  for (const [priceId, quantity] of Object.entries(isObject(draft.additional) ? draft.additional : {})) {
    if (typeof quantity === 'number') actions.push({ type: 'additionalSet', priceId, quantity });
  }
  if (typeof draft.quantity === 'number') actions.push({ type: 'quantitySet', quantity: draft.quantity });
  for (const [addonId, choice] of Object.entries(isObject(draft.addons) ? draft.addons : {})) {
    if (!isObject(choice)) continue;
    if (typeof choice.priceId === 'string')
      actions.push({ type: 'addonPriceChosen', addonId, priceId: choice.priceId });
    if (typeof choice.quantity === 'number')
      actions.push({ type: 'addonQuantitySet', addonId, quantity: choice.quantity });
  }
  if (typeof draft.coupon === 'string') actions.push({ type: 'couponApplied', coupon: draft.coupon });
  if (draft.isAddressTouched === true)
    actions.push({ type: 'addressChanged', address: readStoredAddress(draft.address) });
  if (draft.cardAddressIsSame === false) {
    actions.push({ type: 'cardAddressIsSameSet', isSame: false });
    actions.push({ type: 'cardAddressChanged', address: readStoredAddress(draft.cardAddress) });
  }
  return actions;
}

function readStoredAddress(stored: unknown): AddressDraft {
  const fields = Object.keys(emptyAddress) as AddressField[];
  const text = (field: AddressField) => (isObject(stored) && typeof stored[field] === 'string' ? stored[field] : '');
  return Object.fromEntries(fields.map((field) => [field, text(field)])) as unknown as AddressDraft;
}
