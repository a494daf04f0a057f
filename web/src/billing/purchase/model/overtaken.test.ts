import { expect, it } from 'vitest';
import { makeAdditional, makePlan, makePricePlan } from '../../../test/plans.ts';
import { overtakenBy } from './overtaken.ts';

const held = (currentDeviceCount: number, readers = 0) =>
  makePlan({
    subscribeAction: 'ChangeOptions',
    pricePlans: [makePricePlan({ currentDeviceCount, additionalPrices: [makeAdditional({ quantity: readers })] })],
  });

it('detects that the plan was bought, canceled or withdrawn in the meantime', () => {
  expect(overtakenBy(makePlan(), makePlan({ subscribeAction: 'ChangeOptions' }))).toBe('active');
  expect(overtakenBy(makePlan(), makePlan({ subscribeAction: 'SwitchTo' }))).toBe('changed');
  expect(overtakenBy(held(2), makePlan({ subscribeAction: 'Resubscribe' }))).toBe('changed');
  expect(overtakenBy(makePlan(), makePlan({ canSubscribe: false }))).toBe('changed');
});

it('detects that quantities were changed elsewhere', () => {
  expect(overtakenBy(held(2), held(5))).toBe('changed');
  expect(overtakenBy(held(2), held(2, 1))).toBe('changed');
});

it('ignores changed texts, prices and price plans of the same plan during a purchase', () => {
  const translated = makePlan({ name: 'Professionnel', pricePlans: [makePricePlan({ nickname: 'Par mois' })] });
  expect(overtakenBy(makePlan(), translated)).toBeNull();
  expect(overtakenBy(held(2), { ...held(2), pricePlans: [...held(2).pricePlans, makePricePlan({ id: 'new' })] })).toBe(
    null,
  );
});
