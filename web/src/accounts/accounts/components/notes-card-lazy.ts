import { lazyPart } from '../../../lib/lazy.tsx';

/** Lazy, because it includes a form. */
export const NotesCard = lazyPart(() => import('./notes-card.tsx').then((module) => module.NotesCard));
