import { describe, expect, it, vi } from 'vitest';
import { notify } from '../../../lib/notify.tsx';
import { ApiError } from '../../../lib/problem.ts';
import { answer } from '../../../test/render.tsx';
import { createCardSaver, portalCalls } from './add-card.ts';
import type { SavedCard } from './list-cards.ts';

const saved: SavedCard = {
  stripeId: 'pm_1',
  card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030, isDefault: true },
  billingDetails: { name: null, email: null },
  funding: 'credit',
  inUse: false,
  declinedAt: null,
};
const declined = { error: 'Your card was declined.' };
const accepted = { paymentMethodId: 'pm_1' };
const away = new ApiError(503, { code: 'ServiceUnavailable', message: 'Try again soon.', requestId: 'r' });

function setUp() {
  let secrets = 0;
  const begin = vi.fn(async () => ({ clientSecret: `secret_${++secrets}` }));
  const takeIn = vi.fn(async () => saved);
  return { begin, takeIn, saver: createCardSaver({ begin, takeIn }) };
}

describe('adding a card', () => {
  it('starts, confirms and stores a new card', async () => {
    const { begin, takeIn, saver } = setUp();
    const confirm = vi.fn(async () => accepted);
    expect(await saver.save(confirm, true)).toEqual({ card: saved });
    expect(begin).toHaveBeenCalledOnce();
    expect(confirm).toHaveBeenCalledExactlyOnceWith('secret_1');
    expect(takeIn).toHaveBeenCalledExactlyOnceWith('pm_1', true);
  });

  it('tries another number with the same secret after a decline', async () => {
    const { begin, takeIn, saver } = setUp();
    expect(await saver.save(async () => declined, false)).toEqual(declined);
    expect(takeIn).not.toHaveBeenCalled();
    saver.forgetConfirmed();
    const confirm = vi.fn(async () => accepted);
    expect(await saver.save(confirm, false)).toEqual({ card: saved });
    expect(confirm).toHaveBeenCalledWith('secret_1');
    expect(begin).toHaveBeenCalledOnce();
  });

  it('does not confirm again if only storing the card failed', async () => {
    const { takeIn, saver } = setUp();
    takeIn.mockRejectedValueOnce(away);
    const confirm = vi.fn(async () => accepted);
    expect(await saver.save(confirm, false)).toEqual({ error: 'Try again soon.' });
    expect(await saver.save(confirm, false)).toEqual({ card: saved });
    expect(confirm).toHaveBeenCalledOnce();
    expect(takeIn).toHaveBeenCalledTimes(2);
  });

  it('confirms again if another card was entered after storing failed', async () => {
    const { takeIn, saver } = setUp();
    takeIn.mockRejectedValueOnce(away);
    const confirm = vi.fn(async () => accepted);
    await saver.save(confirm, false);
    saver.forgetConfirmed();
    await saver.save(confirm, false);
    expect(confirm.mock.calls).toEqual([['secret_1'], ['secret_2']]);
  });

  it('starts a new setup for the next card', async () => {
    const { begin, saver } = setUp();
    await saver.save(async () => accepted, false);
    await saver.save(async () => accepted, false);
    expect(begin).toHaveBeenCalledTimes(2);
  });

  it("shows the server's message if the setup could not start", async () => {
    const { begin, saver } = setUp();
    begin.mockRejectedValueOnce(away);
    const confirm = vi.fn(async () => accepted);
    expect(await saver.save(confirm, false)).toEqual({ error: 'Try again soon.' });
    expect(confirm).not.toHaveBeenCalled();
  });
});

it('adding a card announces a pending card, and returns the card once the change is settled', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 });
  const info = vi.spyOn(notify, 'info').mockReturnValue(undefined);
  const steps: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/Confirmed')) return answer(200, { operationId: 'o1', status: 'pending', savedCard: null });
    steps.push(url.includes('/Operations/o1') ? 'asked' : 'listed');
    return url.includes('/Operations/o1')
      ? answer(200, { operationId: 'o1', status: 'succeeded', error: null })
      : answer(200, { items: [saved], total: 1, totalPages: 1, page: 1, pageSize: 100 });
  });
  const calls = portalCalls(
    () => steps.push('announced'),
    () => steps.push('pending'),
  );
  expect(await calls.takeIn('pm_1', false)).toEqual(saved);
  expect(steps).toEqual(['pending', 'announced', 'asked', 'announced', 'listed']);
  expect(info).toHaveBeenCalledOnce();
});
