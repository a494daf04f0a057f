import { createContext, use } from 'react';

/** The id of the notice that a change of the saved cards is pending; null if none is. */
export const UnsettledContext = createContext<string | null>(null);

/**
 * The properties of a button that changes the saved cards: locked and described by the notice while a change is
 * pending.
 */
export function useCardsLock() {
  const noticeId = use(UnsettledContext);
  return { isLocked: noticeId !== null, describedBy: noticeId ?? undefined };
}
