import type { InvoicePreview as Preview } from '@portico/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import { InvoicePreview } from './invoice-preview.tsx';

const preview = (line: Partial<Preview['lines'][number]>) =>
  ({
    lines: [{ description: 'Devices', quantity: 3, unitPrice: 1_000, amount: 3_000, ...line }],
    subtotal: 3_000,
    discount: 0,
    taxAmounts: [],
    total: 3_000,
    amountDue: 3_000,
  }) as unknown as Preview;

it('shows how quantity and unit price make an amount', () => {
  renderUi(<InvoicePreview preview={preview({})} currency="usd" totalLabel="Due today" />);
  expect(screen.getByText(/3 × \$10\.00/)).toBeTruthy();
});

it('shows no unit price for a part of a period, where the two do not make the amount', () => {
  renderUi(<InvoicePreview preview={preview({ amount: 1_450 })} currency="usd" totalLabel="Due today" />);
  expect(screen.getByText('Devices')).toBeTruthy();
  expect(screen.queryByText(/×/)).toBeNull();
});
