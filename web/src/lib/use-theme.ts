import { type Theme, themeStore } from './theme.ts';
import { useStore } from './use-store.ts';

export function useTheme(): Theme {
  return useStore(themeStore);
}
