import type { CurrentUser } from '@portico/contract';
import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Providers } from '../../app/providers.tsx';
import { createAppRouter } from '../../app/router.tsx';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { makePlan, makePricePlan } from '../../test/plans.ts';
import { flowProduct } from '../../test/purchase-flow.tsx';
import { makeEstimate } from '../../test/purchases.ts';
import { answer } from '../../test/render.tsx';
import { makeSubscription } from '../../test/subscriptions.ts';

const user = {
  id: 1,
  name: 'Amélie Tremblay',
  firstName: 'Amélie',
  lastName: 'Tremblay',
  email: 'amelie@acme.example',
  accountId: 1,
  roles: ['Owner'],
  isAdmin: true,
  isOwner: true,
  readOnly: false,
} as unknown as CurrentUser;
const priced = (id: string) => [makePricePlan({ id: `${id}-month`, subscriptionPlanId: id, additionalPrices: [] })];
const plans = [
  makePlan({
    pricePlans: [makePricePlan({ currentDeviceCount: 5, additionalPrices: [] })],
    subscribeAction: 'ChangeOptions',
  }),
  makePlan({ id: 'starter', name: 'Starter', pricePlans: priced('starter'), subscribeAction: 'SwitchTo' }),
  makePlan({ id: 'trial', name: 'Trial', pricePlans: priced('trial'), isTrial: true }),
  makePlan({ id: 'manual', name: 'Enterprise', pricePlans: priced('manual'), canSubscribe: false }),
];
const held = makeSubscription({
  productId: 'veriscan',
  productName: 'Veriscan',
  subscriptionPlanId: 'pro',
  subscriptionPlanName: 'Professional',
  quantity: 5,
});

/**
 * Opens the change of a subscription.
 * @returns the router
 */
async function open(search = '') {
  replacePreloaded({ user, features: ['customerAdmin', 'billing'] });
  const answers: [RegExp, unknown][] = [
    [/\/Plans$/, { product: flowProduct, items: plans }],
    [/\/Subscription\/7$/, held],
    [/\/EstimatePurchase$/, makeEstimate(4038)],
  ];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) => {
      const body = answers.find(([pattern]) => pattern.test(url.split('?')[0] ?? ''))?.[1];
      return body ? answer(200, body) : answer(200, { items: [], total: 0, totalPages: 1, page: 1, pageSize: 10 });
    }),
  );
  vi.stubGlobal('scrollTo', () => {});
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient);
  const address = `/Products/veriscan/Subscription/7/Purchase${search}`;
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) });
  await router.load();
  render(<Providers router={router} queryClient={queryClient} />);
  await screen.findByRole('group', { name: 'Plan' }, { timeout: 20_000 });
  return () => router.state.location.href;
}

const choice = () => within(screen.getByRole('group', { name: 'Plan' }));
const offered = () =>
  choice()
    .getAllByRole<HTMLInputElement>('radio')
    .map(({ value, checked }) => [value, checked]);
const units = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Devices' }).value;

describe('the change of a subscription', () => {
  it("offers the possible plans, and starts with the account's current plan", async () => {
    await open();
    expect(offered()).toEqual([
      ['pro', true],
      ['starter', false],
    ]);
    expect(choice().getByText('Current')).toBeTruthy();
    expect(units()).toBe('5');
  });

  it('switches to another plan and back, also in the address, and keeps the chosen quantity', async () => {
    const address = await open();
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(choice().getByRole('radio', { name: /Starter/ }));
    await waitFor(() => expect(address()).toMatch(/plan=starter/));
    await waitFor(() => expect(offered()[1]).toEqual(['starter', true]));
    expect(units()).toBe('6');
    await userEvent.click(choice().getByRole('radio', { name: /Professional/ }));
    await waitFor(() => expect(offered()[0]).toEqual(['pro', true]));
    expect(address()).not.toMatch(/plan=/);
    expect(units()).toBe('6');
  });

  it.each([
    ['starter', 'starter'],
    ['gone', 'pro'],
  ])('starts with the plan in the address, if there is one: %s', async (plan, expected) => {
    await open(`?plan=${plan}`);
    await waitFor(() => expect(offered().find(([, checked]) => checked)?.[0]).toBe(expected));
  });
});
