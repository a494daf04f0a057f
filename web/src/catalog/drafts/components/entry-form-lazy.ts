import { lazyPart } from '../../../lib/lazy.tsx';

/** The editor comes with a control for each kind of field: the lists do without. */
export const EntryForm = lazyPart(() => import('./entry-form.tsx').then((module) => module.EntryForm));
