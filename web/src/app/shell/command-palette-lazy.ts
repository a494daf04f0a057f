import { lazyPart } from '../../lib/lazy.tsx';

/** The command palette, loaded when it is opened or when the pointer rests on its button. */
export const CommandPalette = lazyPart(() =>
  import('../palette/command-palette.tsx').then((module) => module.CommandPalette),
);
