import type { Theme } from '@portico/contract';
import { useSyncExternalStore } from 'react';
import { themeStore } from './theme.ts';

/** Documents are prerendered in the light theme, so hydration starts with it. */
const prerendered = (): Theme => 'light';

export function useTheme(): Theme {
  return useSyncExternalStore(themeStore.subscribe, themeStore.get, prerendered);
}
