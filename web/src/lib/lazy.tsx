import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Milliseconds that a chunk may take (spec 1 §9 'Chunk load timeout 120 s'). */
const chunkLoadTimeout = 120_000;

/** A part of the application did not arrive: offline, or a newer version has replaced it. Reloading the page helps. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** Awaits a dynamic import for at most 120 s. @throws ChunkLoadError when it fails or takes longer */
export async function loadChunk<Module>(load: () => Promise<Module>, timeout = chunkLoadTimeout): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('a part of the application took too long to load')), timeout);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
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

/**
 * A component that is loaded when it is first rendered (inside a Suspense boundary), or earlier by `warmUp`:
 * `const AddCard = lazyPart(() => import('./add-card-dialog.tsx').then((module) => module.AddCardDialog))`.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> & { warmUp: WarmUp; preload: () => Promise<ComponentType<Props>> } {
  let loading: Promise<ComponentType<Props>> | undefined;
  const preload = () => {
    loading ??= loadChunk(load).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const warm = () => void preload().catch(() => {});
  const part = lazy(async () => ({ default: await preload() }));
  return Object.assign(part, { preload, warmUp: { onPointerEnter: warm, onFocus: warm } });
}
