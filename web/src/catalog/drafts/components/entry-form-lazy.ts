import { lazyPart } from '../../../lib/lazy.tsx';

/** Lazy, because the editor includes a control for each kind of field. */
export const EntryForm = lazyPart(() => import('./entry-form.tsx').then((module) => module.EntryForm));
