import { type ComponentType, use, useEffect } from 'react';
import { suspectLater } from './connection.ts';

/** Milliseconds that a chunk may take (WEB-9). */
const chunkLoadTimeout = 120_000;

/** A part of the application did not arrive: offline, or a newer version has replaced it. Reloading the page helps. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** Awaits a dynamic import for at most 120 s. @throws ChunkLoadError when it fails or takes longer */
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

/** Spread onto the control that opens a lazy part: loads it while the pointer or the focus rests there. */
export interface WarmUp {
  onPointerEnter: () => void;
  onFocus: () => void;
}

/** Parts that could not be loaded, each with what makes its next use try again. */
const failedParts = new Set<() => void>();

/** Lets every part that could not be loaded be tried again at its next use. */
export function forgiveFailedParts(): void {
  for (const forgive of failedParts) forgive();
  failedParts.clear();
}

/**
 * A component that is loaded when it is first rendered (inside a Suspense boundary), or earlier by `warmUp`:
 * `const AddCard = lazyPart(() => import('./add-card-dialog.tsx').then((module) => module.AddCardDialog))`.
 * When it cannot be loaded it throws a ChunkLoadError to the nearest boundary (`PartBoundary`, or the page's own).
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

/** Loads a lazy part of a page while the page's data is on its way. */
export function usePreload(part: { preload: () => Promise<unknown> }): void {
  useEffect(() => {
    // What fails is told where the part is rendered.
    part.preload().catch(() => {});
  }, [part]);
}
