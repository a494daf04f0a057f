import type { BillingDetails } from '@portico/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { DetailsForm } from './details-form.tsx';

const fetchStub = vi.fn<typeof fetch>();

const stored: BillingDetails = {
  companyName: 'Acme Security',
  email: 'billing@acme.example',
  phone: '',
  address: { line1: '1 Pike St', line2: null, city: 'Paris', state: null, postalCode: '75001', country: 'FR' },
  taxId: null,
  otherTaxIds: [],
  purchaseOrder: '',
  // No language was chosen, so the form can be saved as it is.
  language: null,
  revision: 'first',
};

/** The request bodies of saves. */
function sent(): Record<string, unknown> {
  const [, init] = fetchStub.mock.calls.find(([, { method } = {}]) => method === 'PUT') ?? [];
  return JSON.parse(String(init?.body));
}

function show(change: Partial<BillingDetails>) {
  const details = { ...stored, ...change };
  fetchStub.mockImplementation(async (_url, init) =>
    init?.method === 'PUT'
      ? answer(200, { operationId: '7f4f3c05-8b1a-4f83-9a51-0a5b8f1f2c11', status: 'succeeded', details })
      : answer(200, details),
  );
  renderWithLinks(<DetailsForm details={details} onOutdated={vi.fn()} />);
}

const choose = (kind: string) => fireEvent.change(screen.getByLabelText('Tax number'), { target: { value: kind } });
const numberField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Number/ });
const type = (value: string) => fireEvent.change(numberField(), { target: { value } });
const save = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(fetchStub).toHaveBeenCalled());
};

beforeEach(() => {
  fetchStub.mockReset();
  vi.stubGlobal('fetch', fetchStub);
});

describe('DetailsForm', () => {
  it('shows a stored number of a kind that is not offered as read-only, and keeps it (BIL-6)', async () => {
    show({ taxId: { kind: 'th_vat', value: '1234567890123', status: 'notChecked' } });
    expect(screen.getByRole('option', { name: 'TH VAT', selected: true })).toBeTruthy();
    expect(numberField().value).toBe('1234567890123');
    expect(numberField().readOnly).toBe(true);
    await save();
    expect(sent()).toMatchObject({ companyName: 'Acme Security', revision: 'first' });
    expect(sent()).not.toHaveProperty('taxId');
  });

  it('explains that the tax depends on the number when it changes', () => {
    show({ taxId: { kind: 'eu_vat', value: 'FR12345678901', status: 'verified' } });
    const hint = 'The tax on your next charges follows the address and the tax number.';
    expect(screen.queryByText(hint)).toBeNull();
    type('FR12345678902');
    expect(screen.getByText(hint)).toBeTruthy();
    type('FR12345678901');
    expect(screen.queryByText(hint)).toBeNull();
  });

  it('keeps and does not send a stored number whose format does not match its kind', async () => {
    show({ taxId: { kind: 'eu_vat', value: 'FR1', status: 'unverified' } });
    await save();
    expect(sent()).not.toHaveProperty('taxId');
  });

  it('sends a new number of another kind', async () => {
    show({ taxId: { kind: 'th_vat', value: '1234567890123', status: 'notChecked' } });
    choose('eu_vat');
    expect(numberField().value).toBe('');
    type('FR12345678901');
    await save();
    expect(sent()).toMatchObject({ taxId: { kind: 'eu_vat', value: 'FR12345678901' } });
  });

  it('removes the number if no kind is chosen, and restores it if its kind is chosen again', async () => {
    show({ taxId: { kind: 'th_vat', value: '1234567890123', status: 'notChecked' } });
    choose('');
    expect(screen.queryByRole('textbox', { name: /^Number/ })).toBeNull();
    choose('th_vat');
    expect(numberField().value).toBe('1234567890123');
    choose('');
    await save();
    expect(sent()).toMatchObject({ taxId: null });
  });

  it('lists further numbers of the customer in the form and in the preview of the next invoice', () => {
    show({
      taxId: { kind: 'ca_qst', value: '1234567890TQ0001', status: 'notChecked' },
      otherTaxIds: [{ kind: 'ca_gst_hst', value: '123456789RT0001', status: 'notChecked' }],
    });
    expect(
      screen.getByText('These are on your invoices too: Canada – GST/HST 123456789RT0001. To change them, contact us.'),
    ).toBeTruthy();
    expect(screen.getByText('123456789RT0001')).toBeTruthy();
    expect(screen.getByText('1234567890TQ0001')).toBeTruthy();
  });

  it('rejects a number with a wrong format before anything is sent', async () => {
    show({});
    choose('us_ein');
    type('123');
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText(/This is not a number of that kind/)).toBeTruthy();
    expect(fetchStub).not.toHaveBeenCalled();
  });
});
