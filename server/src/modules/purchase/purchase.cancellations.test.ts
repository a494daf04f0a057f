import { beforeAll, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { attach, authenticate, look, newPerson, quote } from '../../../test/operation-person.ts';
import { quoted, running } from './purchase.test-support.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal();
});

test.each([
  ['a day of its own', () => ({ cancel_at: Math.floor(Date.now() / 1000) + 10 * 86_400 })],
  ['its period', () => ({ cancel_at_period_end: true })],
])(
  'a subscription that was to end with %s goes on once it is changed, paid at once or confirmed',
  async (_, ending) => {
    const person = await newPerson(portal);
    expect((await (await quoted(person, 1)).send()).json()).toMatchObject({ status: 'succeeded' });
    const [held] = await running(person);
    const end = async () => {
      await portal.stripe.subscriptions.update(held?.id ?? '', ending());
      await portal.app.gateway.mirror.refresh('subscription', held?.id ?? '');
    };
    const goesOn = { cancel_at: null, cancel_at_period_end: false };
    await end();
    expect((await (await quoted(person, 3)).send()).json()).toMatchObject({ status: 'succeeded', amountPaid: 6000 });
    expect(await running(person)).toMatchObject([{ ...goesOn, items: { data: [{ quantity: 3 }] } }]);
    await end();
    const asking = await attach(person, 'pm_card_authenticationRequired');
    const { operationId } = (await (await quote(person, 4, asking))()).json();
    await authenticate(person, () => look(person, operationId));
    expect((await look(person, operationId)).json()).toMatchObject({ status: 'succeeded' });
    expect(await running(person)).toMatchObject([{ ...goesOn, items: { data: [{ quantity: 4 }] } }]);
  },
);
