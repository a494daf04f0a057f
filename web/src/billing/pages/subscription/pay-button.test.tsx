import type { Preloaded, UnpaidInvoice } from '@portico/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { paymentRequest } from '../../../lib/payment-request.ts';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { renderUi } from '../../../test/render.tsx';
import { PayButton } from './pay-button.tsx';

const unpaid: UnpaidInvoice = {
  invoiceId: 'in_1',
  amount: 4793,
  currency: 'usd',
  hostedInvoiceUrl: null,
  dueDate: null,
  failedAt: null,
  nextAttempt: null,
  isLastAttempt: false,
  tries: 1,
  card: null,
};

function show(readOnly = false) {
  replacePreloaded({ user: { readOnly } as Preloaded['user'], features: ['customerAdmin', 'billing'] });
  renderUi(
    <main>
      <PayButton unpaid={unpaid} />
    </main>,
  );
}

it('the payment button opens the payment of the invoice inside the portal', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Pay now' }));
  expect(paymentRequest.get()).toBe('in_1');
});

it('the payment button is hidden from a user who may not pay', () => {
  show(true);
  expect(screen.getByRole('main').childNodes).toHaveLength(0);
});
