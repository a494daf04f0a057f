import {
  authenticationCard,
  bought,
  changed,
  createChange,
  decliningCard,
  type OperationCase,
} from './operation-case.ts';
import { createCardholder, expiredOrder } from './operation-holder.ts';
import {
  attachCard,
  authenticate,
  newPerson,
  orderWithAuthentication,
  quote,
  subscribe,
  subscribeAndSchedule,
} from './operation-person.ts';

/** Changes and cancellations of an existing subscription. */
export const changeCases: Readonly<Record<string, OperationCase>> = {
  cancellation: {
    kind: 'subscription-cancel',
    steps: ['subscription'],
    refusable: ['subscription'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const { id } = await subscribe(person);
      return createChange(person, () => person.browser.send('DELETE', `/api/Subscription/${id}/Cancel`));
    },
    ends: 'succeeded',
    world: { ...bought, subscriptions: ['active 1 ends 4242'] },
  },
  restoration: {
    kind: 'subscription-restore',
    steps: ['subscription'],
    refusable: ['subscription'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const { id, stripeId } = await subscribe(person);
      await portal.stripe.subscriptions.update(stripeId, { cancel_at_period_end: true });
      await portal.app.gateway.mirror.refresh('subscription', stripeId);
      return createChange(person, () => person.browser.post(`/api/Subscription/${id}/DontCancel`, {}));
    },
    ends: 'succeeded',
    world: bought,
  },
  'card of a subscription': {
    kind: 'subscription-card',
    steps: ['subscription-card'],
    refusable: [],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const { id } = await subscribe(person);
      const paymentMethodId = await attachCard(person, 'pm_card_mastercard');
      return createChange(person, () => person.browser.post(`/api/Subscription/${id}`, { paymentMethodId }));
    },
    ends: 'succeeded',
    world: { ...bought, subscriptions: ['active 1 4444'], cards: ['4242', '4444'] },
  },
  'discount to stay': {
    kind: 'cancellation-offer',
    steps: ['subscription-discount'],
    refusable: [],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const { id } = await subscribe(person);
      return createChange(person, () => person.browser.post(`/api/Subscription/${id}/CancellationOffers/stay`, {}));
    },
    ends: 'succeeded',
    world: bought,
  },
  change: {
    kind: 'purchase',
    steps: ['subscription'],
    refusable: ['subscription'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      await subscribe(person);
      return createChange(person, await quote(person, 3));
    },
    ends: 'succeeded',
    world: changed,
  },
  'change whose card is declined': {
    kind: 'purchase',
    steps: ['subscription'],
    refusable: [],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      await subscribe(person);
      return createChange(person, await quote(person, 3, await attachCard(person, decliningCard)));
    },
    ends: 'failed',
    world: { ...bought, cards: ['0341', '4242'] },
  },
  'change that its holder confirms': {
    kind: 'purchase',
    steps: ['subscription', 'subscription-prepare', 'subscription-confirm'],
    refusable: ['subscription-prepare', 'subscription-confirm'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      await subscribe(person);
      const order = await quote(person, 3, await attachCard(person, authenticationCard));
      return createChange(person, order, createCardholder(person));
    },
    ends: 'succeeded',
    world: { ...changed, subscriptions: ['active 3 3184'], cards: ['3184', '4242'] },
  },
  'change that was confirmed': {
    kind: 'purchase',
    steps: ['subscription-complete'],
    refusable: [],
    continues: true,
    prepare: async (portal) => {
      const person = await newPerson(portal);
      await subscribe(person);
      const watch = await orderWithAuthentication(
        person,
        await quote(person, 3, await attachCard(person, authenticationCard)),
      );
      let isConfirmed = false;
      return createChange(
        person,
        async () => {
          if (!isConfirmed) await authenticate(person, watch);
          isConfirmed = true;
          return watch();
        },
        async () => void (await watch()),
      );
    },
    ends: 'succeeded',
    world: { ...changed, subscriptions: ['active 3 3184'], cards: ['3184', '4242'] },
  },
  'change that waits': {
    kind: 'purchase',
    steps: ['schedule', 'subscription-schedule'],
    refusable: [],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      await subscribe(person);
      await (await quote(person, 3))();
      return createChange(person, await quote(person, 1, undefined, 'periodEnd'));
    },
    ends: 'succeeded',
    world: { ...changed, subscriptions: ['active 3 4242 then 1'] },
  },
  'change that is taken back': {
    kind: 'scheduled-change-take-back',
    steps: ['schedule-release'],
    refusable: [],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const { id } = await subscribeAndSchedule(person);
      return createChange(person, () => person.browser.send('DELETE', `/api/Subscription/${id}/ScheduledChange`));
    },
    ends: 'succeeded',
    world: changed,
  },
  'change that replaces one that waits': {
    kind: 'purchase',
    steps: ['subscription', 'schedule-release'],
    refusable: [],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      await subscribeAndSchedule(person);
      return createChange(person, await quote(person, 4));
    },
    ends: 'succeeded',
    world: {
      ...changed,
      charges: [3_000, 3_000, 6_000],
      invoices: ['paid 3000', 'paid 3000', 'paid 6000'],
      subscriptions: ['active 4 4242'],
    },
  },
  'cancellation that takes a change back': {
    kind: 'subscription-cancel',
    steps: ['schedule-release', 'subscription'],
    refusable: [],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const { id } = await subscribeAndSchedule(person);
      return createChange(person, () => person.browser.send('DELETE', `/api/Subscription/${id}/Cancel`));
    },
    ends: 'succeeded',
    world: { ...changed, subscriptions: ['active 3 ends 4242'] },
  },
  'change that its holder leaves': {
    kind: 'purchase',
    steps: ['void', 'former-card'],
    refusable: [],
    continues: true,
    prepare: async (portal) => {
      const person = await newPerson(portal);
      await subscribe(person);
      return expiredOrder(person, await quote(person, 3, await attachCard(person, authenticationCard)));
    },
    ends: 'failed',
    world: { ...bought, invoices: ['paid 3000', 'void 6000'], cards: ['3184', '4242'] },
  },
};
