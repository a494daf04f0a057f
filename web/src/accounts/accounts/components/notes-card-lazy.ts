import { lazyPart } from '../../../lib/lazy.tsx';

/** The notes, whose form comes with them. */
export const NotesCard = lazyPart(() => import('./notes-card.tsx').then((module) => module.NotesCard));
