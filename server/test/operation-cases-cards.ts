import { begun, bought, createChange, type OperationCase } from './operation-case.ts';
import { attachCard, newPerson, type Person, subscribe } from './operation-person.ts';

/** Attaches a Mastercard at Stripe. The change confirms it as the default card. */
async function confirmMastercard(person: Person) {
  const { portal, customerId } = person;
  const { id } = await portal.stripe.paymentMethods.attach('pm_card_mastercard', { customer: customerId });
  return createChange(person, () =>
    person.browser.post(`/api/Billing/PaymentMethods/${id}/Confirmed`, { makeDefault: true }),
  );
}

/** Customers and their cards. */
export const cardCases: Readonly<Record<string, OperationCase>> = {
  customer: {
    kind: 'customer',
    steps: ['customer'],
    refusable: ['customer'],
    prepare: async (portal) => {
      const person = await newPerson(portal, false);
      return createChange(person, () => person.browser.post('/api/Billing/PaymentMethods', {}));
    },
    ends: 'succeeded',
    world: { ...begun, cards: [], defaultCard: null },
  },
  'card added': {
    kind: 'card-add',
    steps: ['default'],
    refusable: ['default'],
    prepare: async (portal) => confirmMastercard(await newPerson(portal)),
    ends: 'succeeded',
    world: { ...begun, cards: ['4242', '4444'], defaultCard: '4444' },
  },
  'card added a second time': {
    kind: 'card-add',
    steps: ['detach', 'default'],
    refusable: ['detach', 'default'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      await attachCard(person, 'pm_card_mastercard');
      return confirmMastercard(person);
    },
    ends: 'succeeded',
    world: { ...begun, cards: ['4242', '4444'], defaultCard: '4444' },
  },
  'card added by its token': {
    kind: 'card-token',
    steps: ['method', 'attach', 'default'],
    refusable: ['method', 'attach'],
    unfindable: ['method'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const card = { number: '5555555555554444', exp_month: '12', exp_year: '2040', cvc: '123' };
      const { id } = await portal.stripe.tokens.create({ card });
      const body = { stripeToken: id, billingDetails: { name: 'Ada' }, makeDefault: true };
      return createChange(person, () => person.browser.post('/api/Billing/sources', body));
    },
    ends: 'succeeded',
    world: { ...begun, cards: ['4242', '4444'], defaultCard: '4444' },
  },
  'card made the default': {
    kind: 'card-default',
    steps: ['default'],
    refusable: ['default'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const card = await attachCard(person, 'pm_card_mastercard');
      return createChange(person, () => person.browser.post(`/api/Billing/PaymentMethods/${card}/Default`, {}));
    },
    ends: 'succeeded',
    world: { ...begun, cards: ['4242', '4444'], defaultCard: '4444' },
  },
  'card replaced and deleted': {
    kind: 'card-replacement',
    steps: ['1-subscription-card', 'default', 'detach'],
    refusable: ['1-subscription-card', 'default'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const { stripeId } = await subscribe(person);
      const { default_payment_method: replaced } = await portal.stripe.subscriptions.retrieve(stripeId);
      const paymentMethodId = await attachCard(person, 'pm_card_mastercard');
      const body = { paymentMethodId, deleteReplaced: true };
      return createChange(person, () =>
        person.browser.post(`/api/Billing/PaymentMethods/${replaced}/Replacement`, body),
      );
    },
    ends: 'succeeded',
    world: { ...bought, subscriptions: ['active 1 4444'], cards: ['4444'], defaultCard: '4444' },
  },
  'card deleted': {
    kind: 'card-delete',
    steps: ['detach'],
    refusable: ['detach'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const card = await attachCard(person, 'pm_card_mastercard');
      return createChange(person, () => person.browser.send('DELETE', `/api/Billing/PaymentMethods/${card}`));
    },
    ends: 'succeeded',
    world: begun,
  },
};
