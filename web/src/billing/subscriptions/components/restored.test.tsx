import type { Preloaded } from '@portico/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { makeSubscription } from '../../../test/subscriptions.ts';
import { SubscriptionPage } from './subscription-page.tsx';

const active = makeSubscription({ expirationDate: '2098-12-01T12:00:00Z' });
const canceled = {
  ...active,
  cancelAt: '2098-12-01T12:00:00Z',
  cancellationAllowed: false,
  restoreAllowed: true,
};
const noItems = { items: [], total: 0, totalPages: 1, page: 1, pageSize: 10 };

/** A server whose subscription 7 is canceled and restored. */
function serve() {
  let now = active;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method === 'GET') {
      if (url.endsWith('/Balance')) return answer(200, { endingBalance: 0, currency: 'usd' });
      return answer(200, /Subscription\/7(\?|$)/.test(url) ? now : noItems);
    }
    if (url.endsWith('/CancellationReason')) return answer(200, {});
    now = url.endsWith('/DontCancel') ? active : canceled;
    return answer(200, { operationId: 'o1', status: 'succeeded', subscription: now, needAdditionalActions: false });
  });
}

/**
 * Presses a button of the page, then the last button of its dialog, after a pause, because that button is disabled at
 * first.
 */
async function press(button: string, role: 'dialog' | 'alertdialog', last: string) {
  fireEvent.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole(role));
  if (last !== button) await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  await new Promise((resolve) => setTimeout(resolve, 700));
  await userEvent.click(dialog.getByRole('button', { name: last }));
}

it("a subscription's page stops asking for the missing contact once the subscription is restored (SUB-20)", async () => {
  replacePreloaded({
    user: { readOnly: false } as NonNullable<Preloaded['user']>,
    features: ['customerAdmin', 'billing'],
  });
  serve();
  renderWithLinks(
    <SubscriptionPage
      id={7}
      productId="cloud"
      title="Subscription details"
      renderCard={({ last4 }) => last4}
      changeableOf={() => new Set()}
      renderChange={() => null}
      warmUp={() => {}}
      renderNeeds={() => null}
      renderPay={() => null}
      operations={[]}
      renderUnsettled={() => null}
      invoices={null}
    />,
  );
  await press('Cancel subscription', 'dialog', 'Skip and cancel');
  expect(await screen.findByText(/^What was missing\?/)).toBeDefined();
  await press('Restore subscription', 'alertdialog', 'Restore subscription');
  await screen.findByRole('button', { name: 'Cancel subscription' });
  await waitFor(() => expect(screen.queryByText(/^What was missing\?/)).toBeNull());
});
