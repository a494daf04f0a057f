import {
  authenticationCard,
  begun,
  bought,
  createChange,
  decliningCard,
  type OperationCase,
} from './operation-case.ts';
import { createCardholder, expiredOrder } from './operation-holder.ts';
import { attachCard, newPerson, quote } from './operation-person.ts';

/** New subscriptions. */
export const purchaseCases: Readonly<Record<string, OperationCase>> = {
  purchase: {
    kind: 'purchase',
    steps: ['address', 'subscription'],
    refusable: ['address', 'subscription'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      return createChange(person, await quote(person, 1));
    },
    ends: 'succeeded',
    world: bought,
  },
  'purchase whose card is declined': {
    kind: 'purchase',
    steps: ['subscription'],
    refusable: [],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      return createChange(person, await quote(person, 1, await attachCard(person, decliningCard)));
    },
    ends: 'failed',
    world: { ...begun, cards: ['0341', '4242'] },
  },
  'purchase that its holder confirms': {
    kind: 'purchase',
    steps: ['subscription', 'subscription-confirm'],
    refusable: ['subscription-confirm'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const order = await quote(person, 1, await attachCard(person, authenticationCard));
      return createChange(person, order, createCardholder(person));
    },
    ends: 'succeeded',
    world: { ...bought, subscriptions: ['active 1 3184'], cards: ['3184', '4242'] },
  },
  'purchase that its holder leaves': {
    kind: 'purchase',
    steps: ['void'],
    refusable: [],
    continues: true,
    prepare: async (portal) => {
      const person = await newPerson(portal);
      return expiredOrder(person, await quote(person, 1, await attachCard(person, authenticationCard)));
    },
    ends: 'failed',
    world: { ...begun, invoices: ['void 3000'], cards: ['3184', '4242'] },
  },
};
