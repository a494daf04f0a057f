import type { ManualOrder } from '@portico/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/problem.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { ManualOrderForm } from './manual-order-form.tsx';

vi.mock('../../../ui/unsaved-changes.tsx', () => ({ UnsavedChangesGuard: () => null }));

const order = {
  id: 7,
  accountId: 3,
  accountName: 'Acme',
  number: 'OR-10001',
  status: 1,
  paymentStatus: 1,
  hardwareIdNumber: -1,
  domainsNumber: 2,
  price: 90_000,
  currency: 'usd',
  version: '',
  note: '',
  expirationDate: null,
  products: [{ productId: 'desktop', product: 'Desktop', planId: 'old', plan: 'Classic' }],
} as unknown as ManualOrder;

const submit = vi.fn(async () => undefined as unknown);
const parts = { isPending: false, onSubmit: submit };

beforeEach(() => {
  submit.mockReset();
  vi.stubGlobal('fetch', async (url: string) =>
    answer(200, {
      items: url.includes('Plans')
        ? [{ id: 'basic', name: 'Basic' }]
        : [
            { id: 'desktop', displayName: 'Desktop', licensingType: 'HostLocked' },
            { id: 'sdk', displayName: 'SDK', licensingType: 'Floating', countsDomains: true },
            { id: 'cloud', displayName: 'Cloud', licensingType: 'None' },
          ],
      total: 1,
      totalPages: 1,
    }),
  );
});

it('the form of a manual order requires the mandatory values before it sends anything', async () => {
  renderUi(
    <ManualOrderForm {...parts} renderAccountPicker={({ value: _, onChange: __, ...rest }) => <input {...rest} />} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Create draft' }));
  await screen.findByText('Choose an account');
  for (const text of ['Choose an account', 'Choose a product', 'Choose the plan', 'Enter an amount, such as 900.00'])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  expect(submit).not.toHaveBeenCalled();
});

it('the form of a manual order offers only licensed products', async () => {
  renderUi(<ManualOrderForm {...parts} />);
  expect(await screen.findByRole('option', { name: 'Desktop' })).toBeDefined();
  expect(screen.queryByRole('option', { name: 'Cloud' })).toBeNull();
});

it('the form asks for a quantity of domains only if the product has them', async () => {
  renderUi(<ManualOrderForm {...parts} />);
  await screen.findByRole('option', { name: 'SDK' });
  const choose = (id: string) => userEvent.selectOptions(screen.getByRole('combobox', { name: /Product/ }), id);
  await choose('desktop');
  expect(screen.queryByText('Domains or package IDs')).toBeNull();
  await choose('sdk');
  expect(screen.getByText('Domains or package IDs')).toBeDefined();
});

it('the form does not allow changes to the content of an active, paid order, and explains why', async () => {
  renderUi(<ManualOrderForm {...parts} order={order} />);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: /Plan/ }).value).toBe('old');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: /Product/ }).disabled).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Price/ }).readOnly).toBe(true);
  expect(screen.getAllByText('Fixed, as the order is active.')).toHaveLength(2);
  expect(screen.getByText('Fixed, as the order is paid.')).toBeDefined();
});

it("the form of a manual order shows the server's error at its field, and keeps the input", async () => {
  const propertyErrors = { expirationDate: ['The expiration date should be in the future.'] };
  submit.mockRejectedValue(new ApiError(422, { code: 'ValidationError', message: '', requestId: '', propertyErrors }));
  renderUi(<ManualOrderForm {...parts} order={order} />);
  await userEvent.type(screen.getByRole('textbox', { name: /Note/ }), 'By phone');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.getByText('The expiration date should be in the future.')).toBeDefined());
  expect(submit).toHaveBeenCalledWith(expect.objectContaining({ note: 'By phone', neverExpires: true }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Note/ }).value).toBe('By phone');
});
