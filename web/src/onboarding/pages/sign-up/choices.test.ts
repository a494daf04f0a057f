import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { restoreDraft, storeDraft } from '../../../billing/purchase/model/draft.ts';
import { type FlowAction, type FlowState, reduceFlow, startFlow } from '../../../billing/purchase/model/flow.ts';
import { toSelection } from '../../../billing/purchase/model/selection.ts';
import { makeAdditional, makeAddon, makePlan, makePricePlan } from '../../../test/plans.ts';
import { type AddressDraft, emptyAddress, toShippingDetails } from '../../../ui/address-fields-draft.ts';
import { type Details, emptyDetails } from '../../sign-up/model/details.ts';
import { restoreDetails, storeDetails } from '../../sign-up/model/kept-details.ts';
import { submissionFields } from '../../sign-up/model/submission.ts';

/** All sequences of input and choices, with reloads anywhere, result in the same form. */

const details: Details = {
  ...emptyDetails,
  email: 'avery@harbor.example',
  organization: 'Harbor Hotels',
  firstName: 'Avery',
  lastName: 'Stone',
  country: 'FR',
  industry: 'hospitality',
};
const plan = makePlan({
  pricePlans: [
    makePricePlan({
      addons: [
        makeAddon(),
        makeAddon({ id: 'age', prices: [{ id: 'age-small', caption: 'Small', amount: 900, isUsed: false }] }),
      ],
    }),
    makePricePlan({
      id: 'pro-year',
      interval: 'Year',
      amount: 100_000,
      additionalPrices: [makeAdditional({ id: 'reader-year' })],
      addons: [makeAddon({ prices: [{ id: 'forensics-year', caption: 'A year', amount: 20_000, isUsed: false }] })],
    }),
  ],
});
const owner = { accountId: 0, userId: '9b2f6c1e-3d4a-4f5b-8c7d-0e1f2a3b4c5d', productId: 'veriscan' };
const address: AddressDraft = {
  ...emptyAddress,
  name: 'Harbor Hotels',
  country: 'FR',
  line1: '1 rue du Port',
  city: 'Lyon',
  postalCode: '69001',
};

/** An action of the visitor, or a reload, which deletes an entered card. */
const anyAction: fc.Arbitrary<FlowAction | 'reload'> = fc.oneof(
  fc.constant('reload' as const),
  fc
    .constantFrom('pro-month', 'pro-year', 'gone')
    .map((pricePlanId): FlowAction => ({ type: 'pricePlanChosen', pricePlanId })),
  fc.integer({ min: -3, max: 200 }).map((quantity): FlowAction => ({ type: 'quantitySet', quantity })),
  fc
    .tuple(fc.constantFrom('reader-month', 'reader-year'), fc.integer({ min: 0, max: 9 }))
    .map(([priceId, quantity]): FlowAction => ({ type: 'additionalSet', priceId, quantity })),
  fc.constantFrom('forensics', 'age').map((addonId): FlowAction => ({ type: 'addonToggled', addonId })),
  fc
    .constantFrom('forensics-small', 'forensics-large', 'forensics-year')
    .map((priceId): FlowAction => ({ type: 'addonPriceChosen', addonId: 'forensics', priceId })),
  fc
    .tuple(fc.constantFrom('forensics', 'age'), fc.integer({ min: 1, max: 50 }))
    .map(([addonId, quantity]): FlowAction => ({ type: 'addonQuantitySet', addonId, quantity })),
  fc.constantFrom<FlowAction>(
    { type: 'couponApplied', coupon: 'WELCOME20' },
    { type: 'couponRemoved' },
    { type: 'addressChanged', address },
    { type: 'addressChanged', address: { ...address, city: '' } },
    { type: 'cardAddressIsSameSet', isSame: false },
    { type: 'cardAddressChanged', address: { ...address, city: 'Nice' } },
    { type: 'cardChosen', paymentMethodId: 'pm_secret' },
    { type: 'wentOn' },
    { type: 'wentBack' },
    { type: 'stepShown', step: 'customize' },
  ),
);

const apply = (state: FlowState, action: FlowAction) => reduceFlow(state, action, plan);

/** The state after a reload: the draft without its card, and the entered details. */
function reload(state: FlowState): FlowState {
  storeDraft(owner, plan, { ...state, paymentMethodId: null }, null);
  storeDetails(owner.userId, 1, { details, planId: plan.id });
  return restoreDraft(owner, plan, startFlow(plan), null) ?? startFlow(plan);
}

/** The final form of the choices, after the visitor entered the card again. */
function formOf(state: FlowState) {
  const entered = restoreDetails(owner.userId, 1)?.details ?? details;
  const purchase = {
    ...toSelection(plan, state),
    shippingDetails: toShippingDetails(state.address),
    paymentMethodId: 'pm_entered',
    taxTransactionId: 'quote_1',
  };
  const secrets = { password: 'Tall-harbor-41', confirmPassword: 'Tall-harbor-41' };
  return submissionFields({ companyId: 1, details: entered, secrets, purchase, captchaToken: '' });
}

/** The choices of a visitor who makes each of them once, in order. */
function chooseStraight({
  pricePlanId,
  quantity,
  additional,
  addons,
  coupon,
  address: typed,
  isAddressTouched,
}: FlowState) {
  const once: FlowAction[] = [
    { type: 'pricePlanChosen', pricePlanId },
    ...Object.entries(additional).map(
      ([priceId, units]): FlowAction => ({ type: 'additionalSet', priceId, quantity: units }),
    ),
    { type: 'quantitySet', quantity },
    ...Object.entries(addons).flatMap(([addonId, choice]): FlowAction[] => [
      { type: 'addonPriceChosen', addonId, priceId: choice.priceId },
      { type: 'addonQuantitySet', addonId, quantity: choice.quantity },
    ]),
    ...(coupon === null ? [] : [{ type: 'couponApplied', coupon } as const]),
    ...(isAddressTouched ? [{ type: 'addressChanged', address: typed } as const] : []),
  ];
  return once.reduce(apply, startFlow(plan));
}

const sorted = (form: ReturnType<typeof formOf>) => form.map((entry) => entry.join('=')).sort();

beforeEach(() => localStorage.clear());

it('results in the same form with any number of reloads, as if the visitor made each choice once and in order', () => {
  fc.assert(
    fc.property(fc.array(anyAction, { maxLength: 30 }), (actions) => {
      localStorage.clear();
      let loaded = startFlow(plan);
      let open = startFlow(plan);
      for (const action of actions) {
        if (action === 'reload') loaded = reload(loaded);
        else {
          loaded = apply(loaded, action);
          open = apply(open, action);
        }
      }
      expect(formOf(loaded)).toEqual(formOf(open));
      expect(sorted(formOf(loaded))).toEqual(sorted(formOf(chooseStraight(open))));
    }),
    { numRuns: 300 },
  );
});

it('never stores card and password, whatever is chosen', () => {
  fc.assert(
    fc.property(fc.array(anyAction, { maxLength: 30 }), (actions) => {
      localStorage.clear();
      let state = startFlow(plan);
      for (const action of actions) state = action === 'reload' ? reload(state) : apply(state, action);
      reload(apply(state, { type: 'cardChosen', paymentMethodId: 'pm_secret' }));
      expect(JSON.stringify({ ...localStorage })).not.toMatch(/pm_secret|Tall-harbor/);
    }),
    { numRuns: 100 },
  );
});
