import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ChunkLoadError, lazyPart, loadChunk } from './lazy.tsx';

const Part = ({ name }: { name: string }) => <p>{name} is here</p>;

describe('loadChunk', () => {
  it('gives up after its time', async () => {
    vi.useFakeTimers();
    const loading = loadChunk(() => new Promise(() => {}));
    const outcome = expect(loading).rejects.toBeInstanceOf(ChunkLoadError);
    await vi.advanceTimersByTimeAsync(120_000);
    await outcome;
  });

  it('names a failed import for what it is', async () => {
    await expect(loadChunk(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toBeInstanceOf(
      ChunkLoadError,
    );
  });
});

describe('lazyPart', () => {
  it('loads once, by warming up or by rendering', async () => {
    const load = vi.fn(async () => Part);
    const Lazy = lazyPart(load);
    Lazy.warmUp.onPointerEnter();
    Lazy.warmUp.onFocus();
    render(
      <Suspense>
        <Lazy name="Dialog" />
      </Suspense>,
    );
    expect(await screen.findByText('Dialog is here')).toBeTruthy();
    expect(load).toHaveBeenCalledOnce();
  });

  it('tries again after a failed warm-up', async () => {
    const load = vi
      .fn<() => Promise<typeof Part>>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue(Part);
    const Lazy = lazyPart(load);
    await expect(Lazy.preload()).rejects.toBeInstanceOf(ChunkLoadError);
    await expect(Lazy.preload()).resolves.toBe(Part);
  });
});
