import type { Preloaded } from '@portico/contract';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { answer, renderUi } from '../../test/render.tsx';
import { OperationNotice, useProductOperation } from './index.ts';

const operation = {
  id: '0b8f2a55-6f0e-4e5c-9d2c-0d3f3c5b8f11',
  kind: 'purchase' as const,
  productId: 'cloud',
  status: 'pending' as const,
  createdAt: '2026-11-20T12:00:00.000Z',
};
const waiting = { ...operation, status: 'requiresAction' as const };

function begin(change: Partial<Preloaded> = {}) {
  replacePreloaded({
    user: { readOnly: false } as NonNullable<Preloaded['user']>,
    features: ['customerAdmin', 'billing'],
    ...change,
  });
}

beforeEach(() => begin());

describe('what is being confirmed', () => {
  function Follower() {
    const live = useProductOperation('Cloud');
    return live ? <OperationNotice operation={live} name="Cloud" /> : <p>nothing</p>;
  }

  it('is shown until it is settled, and then everything it changed is asked for anew', async () => {
    vi.useFakeTimers();
    const answers = [{ items: [operation] }, { items: [operation] }, { items: [] }];
    const fetch = vi.fn(async () => answer(200, answers.shift() ?? { items: [] }));
    vi.stubGlobal('fetch', fetch);
    const { queryClient } = renderUi(<Follower />);
    queryClient.setQueryData(['products', 'my'], 'before');
    const isOutdated = () => queryClient.getQueryState(['products', 'my'])?.isInvalidated;
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByText('Being confirmed: Cloud')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(isOutdated()).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(screen.getByText('nothing')).toBeTruthy();
    expect(isOutdated()).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(fetch).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });

  it('is not asked for by those who may not see billing', () => {
    begin({ features: [] });
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    renderUi(<Follower />);
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('a payment that its bank asks about', () => {
  it('goes on, and says why it was not bought', async () => {
    const failed = { status: 'failed', error: { code: 'CardError', message: 'Your card was declined.' } };
    const fetch = vi.fn(async () => answer(200, failed));
    vi.stubGlobal('fetch', fetch);
    renderUi(<OperationNotice operation={waiting} name="Cloud" />);
    expect(screen.getByText('Your bank asks you to confirm this payment')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Confirm payment' }));
    expect(await screen.findByText('Your card was declined.')).toBeTruthy();
    expect(fetch).toHaveBeenCalledWith(`/api/Products/cloud/Purchase/${operation.id}`, expect.anything());
  });

  it('is told to a read-only user without the button', () => {
    begin({ user: { readOnly: true } as NonNullable<Preloaded['user']> });
    renderUi(<OperationNotice operation={waiting} name="Cloud" />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
