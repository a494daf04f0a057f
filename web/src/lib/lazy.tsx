import { type ComponentType, use, useEffect } from 'react';
import { suspectLater } from './connection.ts';

/** Milliseconds that a chunk may take (WEB-9). */
const chunkLoadTimeout = 120_000;

/**
 * Code of the application could not be loaded, because the browser is offline or a newer version replaced it.
 * Reloading the page helps.
 */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/**
 * Awaits a dynamic import for at most 120 s.
 * @throws ChunkLoadError if it fails or takes longer
 */
export async function loadChunk<Module>(load: () => Promise<Module>, timeout = chunkLoadTimeout): Promise<Module> {
  const suspect = suspectLater();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('a part of the application took too long to load')), timeout);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    suspect();
    throw cause instanceof ChunkLoadError
      ? cause
      : new ChunkLoadError('a part of the application could not be loaded', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Spread onto the control that opens a lazy part, to load it while the pointer or focus rests there. */
export interface WarmUp {
  onPointerEnter: () => void;
  onFocus: () => void;
}

/** A reset function for each part that failed to load, so that its next use retries. */
const failedParts = new Set<() => void>();

/** Lets every part that failed to load be retried at its next use. */
export function forgiveFailedParts(): void {
  for (const forgive of failedParts) forgive();
  failedParts.clear();
}

/**
 * A component that is loaded when it is first rendered (inside a Suspense boundary), or earlier by `warmUp`: `const
 * AddCard = lazyPart(() => import('./add-card-dialog.tsx').then((module) => module.AddCardDialog))`. If it fails, it
 * throws a ChunkLoadError to the nearest boundary (`PartBoundary`, or the page's own).
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { warmUp: WarmUp; preload: () => Promise<ComponentType<Props>> } {
  let loading: Promise<ComponentType<Props>> | undefined;
  const start = () => {
    if (!loading) {
      const attempt = loadChunk(load);
      attempt.catch(() => failedParts.add(() => (loading = undefined)));
      loading = attempt;
    }
    return loading;
  };
  const preload = () => {
    forgiveFailedParts();
    return start();
  };
  const warm = () => void preload().catch(() => {});
  const Part = (props: Props) => {
    const Loaded = use(start());
    return <Loaded {...props} />;
  };
  return Object.assign(Part, { preload, warmUp: { onPointerEnter: warm, onFocus: warm } });
}

/** Loads a lazy part while the page's data is loading. */
export function usePreload(part: { preload: () => Promise<unknown> }): void {
  useEffect(() => {
    // The rendered part reports the failure.
    part.preload().catch(() => {});
  }, [part]);
}
