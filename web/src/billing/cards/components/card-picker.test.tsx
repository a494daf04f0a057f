import type { Preloaded } from '@portico/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { notify } from '../../../lib/notify.tsx';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import type { SavedCard } from '../api/list-cards.ts';
import { CardPicker } from './card-picker.tsx';
import type { CardPickerHandle } from './card-picker-content.tsx';

const thisYear = new Date().getFullYear();

const card = (stripeId: string, last4: string, expYear = thisYear + 2): SavedCard => ({
  stripeId,
  card: { brand: 'visa', last4, expMonth: 12, expYear, isDefault: stripeId === 'pm_1' },
  billingDetails: { name: null, email: null },
  funding: 'credit',
  inUse: false,
  declinedAt: null,
});

async function setUp(
  cards: SavedCard[],
  change: Partial<Preloaded> = {},
  preferred?: string,
  unsettledNotice: ReactNode = null,
) {
  replacePreloaded({ user: { readOnly: false } as Preloaded['user'], features: ['billing'], ...change });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer(200, { items: cards, total: cards.length, totalPages: 1, page: 1, pageSize: 100 })),
  );
  const picker = createRef<CardPickerHandle>();
  const onSelect = vi.fn();
  const onReady = vi.fn();
  // Rendering loads the picker's code.
  await act(async () =>
    renderUi(
      <main>
        <CardPicker
          ref={picker}
          preferred={preferred ?? null}
          unsettledNotice={unsettledNotice}
          onSelect={onSelect}
          onReady={onReady}
        />
      </main>,
    ),
  );
  return { onSelect, onReady, submit: () => act(async () => picker.current?.submit()) };
}

it('the card picker pays with the first card if none was selected', async () => {
  const { submit } = await setUp([card('pm_1', '4242'), card('pm_2', '4444')]);
  await screen.findByRole('group', { name: 'Payment card' });
  expect(screen.getByText('Visa ending in 4242')).toBeDefined();
  expect(await submit()).toEqual({ paymentMethodId: 'pm_1' });
});

it('the card picker reports once that a card is shown as selected', async () => {
  const { onReady } = await setUp([card('pm_1', '4242')]);
  await screen.findByRole('group', { name: 'Payment card' });
  expect(onReady).toHaveBeenCalledOnce();
});

it('the card picker reports nothing if there is no card to pay with', async () => {
  const { onReady } = await setUp([], { user: { readOnly: true } as Preloaded['user'] });
  await screen.findByText(/There is no saved card that can be charged/);
  expect(onReady).not.toHaveBeenCalled();
});

it.each([
  ['begins with the preferred card', 'pm_2', thisYear + 2, 'pm_2'],
  ['begins with the first card if the preferred card has expired', 'pm_2', thisYear - 1, 'pm_1'],
  ['begins with the first card if the preferred card no longer exists', 'pm_3', thisYear + 2, 'pm_1'],
])('the card picker %s', async (_what, preferred, expYear, chosen) => {
  const { submit } = await setUp([card('pm_1', '4242'), card('pm_2', '4444', expYear)], {}, preferred);
  await screen.findByRole('group', { name: 'Payment card' });
  expect(await submit()).toEqual({ paymentMethodId: chosen });
});

it('the card picker pays with the selected card instead of the preferred one', async () => {
  const { submit } = await setUp([card('pm_1', '4242'), card('pm_2', '4444')], {}, 'pm_2');
  await userEvent.click(await screen.findByRole('radio', { name: /4242/ }));
  expect(await submit()).toEqual({ paymentMethodId: 'pm_1' });
});

it('the card picker disables and skips an expired card', async () => {
  const { submit } = await setUp([card('pm_1', '4242', thisYear - 1), card('pm_2', '4444')]);
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /4242.*Expired/ })).disabled).toBe(true);
  expect(await submit()).toEqual({ paymentMethodId: 'pm_2' });
});

it('the card picker pays with the selected card', async () => {
  const { submit, onSelect } = await setUp([card('pm_1', '4242'), card('pm_2', '4444')]);
  await userEvent.click(await screen.findByRole('radio', { name: /4444/ }));
  await waitFor(() => expect(onSelect).toHaveBeenCalledWith('pm_2'));
  expect(await submit()).toEqual({ paymentMethodId: 'pm_2' });
});

it("the card picker opens the card form if no card is saved, and reports that Stripe's script is missing", async () => {
  const { submit } = await setUp([]);
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Stripe is not loaded. Please contact your administrator.',
  );
  expect(screen.queryByRole('radio')).toBeNull();
  expect(await submit()).toEqual({ error: 'Stripe is not loaded. Please contact your administrator.' });
});

it('the card picker offers no new card to a read-only user', async () => {
  const { submit } = await setUp([], { user: { readOnly: true } as Preloaded['user'] });
  await screen.findByText(/you may not add one/);
  expect(await submit()).toEqual({ error: 'Choose a card' });
});

describe('the card picker while a change of the cards is pending', () => {
  const notice = <p role="status">being confirmed</p>;

  it('pays with a saved card, and offers no new one', async () => {
    const { submit } = await setUp([card('pm_1', '4242'), card('pm_2', '4444')], {}, undefined, notice);
    expect((await screen.findByRole('status')).textContent).toBe('being confirmed');
    const offered = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });
    expect((await offered(/New card/)).disabled).toBe(true);
    await userEvent.click(await offered(/4444/));
    expect(await submit()).toEqual({ paymentMethodId: 'pm_2' });
  });

  it('adds no card if none is saved, and explains why', async () => {
    const info = vi.spyOn(notify, 'info').mockReturnValue(undefined);
    const { submit } = await setUp([], {}, undefined, notice);
    await screen.findByRole('status');
    expect(await submit()).toEqual({ error: 'A change of your cards is being confirmed' });
    expect(info).toHaveBeenCalledExactlyOnceWith('A change of your cards is being confirmed');
    expect(vi.mocked(fetch).mock.calls.filter(([, init]) => init?.method === 'POST')).toEqual([]);
  });
});
