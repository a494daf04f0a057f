import type { Preloaded } from '@portico/contract';
import { act, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { usePurchaseParts } from './purchase-parts.tsx';

const noCard = { items: [], total: 0, totalPages: 1, page: 1, pageSize: 100 };
const live = {
  id: '0b8f2a55-6f0e-4e5c-9d2c-0d3f3c5b8f11',
  kind: 'card',
  productId: null,
  status: 'pending',
  createdAt: '2026-11-20T12:00:00.000Z',
};

function Picker() {
  const { renderCardPicker } = usePurchaseParts();
  return renderCardPicker({
    ref: createRef(),
    preferred: null,
    billingDetails: {},
    disabled: false,
    onIsNewChange: () => {},
    onReady: () => {},
  });
}

it('shows in a purchase that a change of the cards is pending', async () => {
  replacePreloaded({ user: { readOnly: false } as NonNullable<Preloaded['user']>, features: ['billing'] });
  vi.stubGlobal('fetch', async (url: string) =>
    answer(200, url.endsWith('/api/Billing/Operations') ? { items: [live] } : noCard),
  );
  await act(async () => renderUi(<Picker />));
  expect(await screen.findByText('A change of your cards is being confirmed')).toBeTruthy();
});
