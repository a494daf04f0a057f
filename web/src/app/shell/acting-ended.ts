import { useEffect } from 'react';
import { notify } from '../../lib/notify.tsx';
import { preloaded } from '../../lib/preloaded.ts';

/** Milliseconds for which it is told: somebody was in the middle of something. */
const life = 15_000;

/** Tells an operator who is back that acting as a user ended by itself, in the server's words. */
export function useActingEnded(): void {
  const { actingEnded } = preloaded();
  useEffect(() => {
    if (actingEnded) notify.warning(actingEnded, { duration: life });
  }, [actingEnded]);
}
