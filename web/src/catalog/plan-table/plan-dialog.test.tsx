import type { SubscriptionPlan } from '@portico/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, renderUi } from '../../test/render.tsx';
import { renderWithLinks } from '../../test/router.tsx';
import { PlanDialog } from './plan-dialog.tsx';

const opened = {
  accounts: 2,
  version: 7,
  plan: { code: 'TEAM', name: 'Team', description: 'For teams', featuredText: '', isTrial: false, processingType: 0 },
  isAmountGiven: true,
  amount: 3000,
};
const conflict = {
  code: 'Conflict',
  message: 'Somebody changed the same values of this plan meanwhile.',
  requestId: 'r-1',
  propertyErrors: { fromAmountPerMonth: ['Changed meanwhile to “38.00”. Save again to keep yours.'] },
  additionalData: { version: 9 },
};
const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const sent = () =>
  fetched.mock.calls.filter(([, init]) => init?.method === 'POST').map(([, init]) => JSON.parse(String(init?.body)));

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});

/** Opens the dialog of a plan. Each save gets the next of `answers`. */
async function show(answers: Response[]) {
  const onClose = vi.fn();
  fetched.mockImplementation(async (_, init) =>
    init?.method === 'GET' ? answer(200, opened) : (answers.shift() as Response),
  );
  renderUi(<PlanDialog productId="cloud" plan={{ id: 'cloud-team' } as SubscriptionPlan} onClose={onClose} />);
  return { onClose, amount: await screen.findByRole('textbox', { name: 'Amount per month' }) };
}

it('the plan dialog sends its changes with the version of the catalog that was opened', async () => {
  const { onClose, amount } = await show([answer(200, { version: 8, status: 'published' })]);
  await userEvent.clear(amount);
  await userEvent.type(amount, '39');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([{ ...opened.plan, fromAmountPerMonth: 3900, version: 7 }]);
});

it('the plan dialog keeps the input if somebody changed the same value, shows that change, and then saves over it', async () => {
  const { onClose, amount } = await show([answer(409, conflict), answer(200, { version: 10, status: 'published' })]);
  await userEvent.clear(amount);
  await userEvent.type(amount, '39');
  const save = screen.getByRole('button', { name: 'Save changes' });
  await userEvent.click(save);
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody changed the same values');
  expect(screen.getByRole('textbox', { description: /38\.00/ })).toBe(amount);
  expect(amount).toHaveProperty('value', '39');
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(save);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent().at(-1)).toMatchObject({ version: 7, overVersion: 9, fromAmountPerMonth: 3900 });
});

it('the plan dialog starts a new plan as manual and not as a trial, and is 480 px wide', async () => {
  fetched.mockImplementation(async () => answer(200, { planId: 'cloud-gold', version: 8, status: 'published' }));
  const onClose = vi.fn();
  renderUi(<PlanDialog productId="cloud" plan={null} onClose={onClose} />);
  expect(screen.getByRole('dialog').className).toContain('sm:max-w-[480px]');
  expect(screen.getByRole('combobox', { name: 'Type' })).toHaveProperty('value', '1');
  for (const name of ['Name', 'Code', 'Description']) {
    await userEvent.type(screen.getByRole('textbox', { name }), name);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Create Plan' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([expect.objectContaining({ processingType: 1, isTrial: false, code: 'Code' })]);
  expect(sent()[0]).not.toHaveProperty('version');
});

it('the plan dialog links to the editor if the amount is derived from other prices', async () => {
  fetched.mockImplementation(async () => answer(200, { ...opened, isAmountGiven: false }));
  renderWithLinks(<PlanDialog productId="cloud" plan={{ id: 'cloud-team' } as SubscriptionPlan} onClose={() => {}} />);
  const link = await screen.findByRole('link', { name: 'the catalog’s editor' });
  expect(link.getAttribute('href')).toBe('/Operator/Catalog/Entries/products/cloud');
});
