import { act, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PartBoundary } from '../ui/part-boundary.tsx';
import { ChunkLoadError, lazyPart, loadChunk } from './lazy.tsx';
import { notify } from './notify.tsx';

const Part = ({ name }: { name: string }) => <p>{name} is here</p>;

// A failed part makes the application poll the server.
beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('ok'));
});

describe('loadChunk', () => {
  it('rejects after its timeout', async () => {
    vi.useFakeTimers();
    const loading = loadChunk(() => new Promise(() => {}));
    const failed = vi.fn();
    loading.catch(failed);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledWith(expect.any(ChunkLoadError));
  });

  it('wraps a failed import in a ChunkLoadError', async () => {
    await expect(loadChunk(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toBeInstanceOf(
      ChunkLoadError,
    );
  });
});

describe('lazyPart', () => {
  it('loads once, whether warmed up or rendered first', async () => {
    const load = vi.fn(async () => Part);
    const Lazy = lazyPart(load);
    Lazy.warmUp.onPointerEnter();
    Lazy.warmUp.onFocus();
    await act(async () => {
      render(
        <Suspense>
          <Lazy name="Dialog" />
        </Suspense>,
      );
    });
    expect(await screen.findByText('Dialog is here')).toBeTruthy();
    expect(load).toHaveBeenCalledOnce();
  });

  it('retries at its next use after a failed warm-up', async () => {
    const load = vi
      .fn<() => Promise<typeof Part>>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue(Part);
    const Lazy = lazyPart(load);
    await expect(Lazy.preload()).rejects.toBeInstanceOf(ChunkLoadError);
    await expect(Lazy.preload()).resolves.toBe(Part);
  });

  it('throws to its error boundary if it cannot be loaded, and can be opened again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const toast = vi.spyOn(notify, 'error').mockReturnValue(undefined);
    const load = vi
      .fn<() => Promise<typeof Part>>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue(Part);
    const Lazy = lazyPart(load);
    const closed = vi.fn();
    const tree = (isOpen: boolean) => <PartBoundary onFailure={closed}>{isOpen && <Lazy name="Menu" />}</PartBoundary>;
    const { rerender } = render(tree(false));
    await act(async () => rerender(tree(true)));
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(toast).toHaveBeenCalledOnce();
    rerender(tree(false));
    await act(async () => rerender(tree(true)));
    expect(await screen.findByText('Menu is here')).toBeTruthy();
  });
});
