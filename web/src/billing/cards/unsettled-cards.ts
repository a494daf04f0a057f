import { createContext, use } from 'react';

/** The id of what says that a change of the saved cards is being confirmed; null while none is. */
export const UnsettledContext = createContext<string | null>(null);

/** What a button that changes the saved cards is given: while a change is being confirmed it takes no press, and tells why. */
export function useCardsLock() {
  const noticeId = use(UnsettledContext);
  return { isLocked: noticeId !== null, describedBy: noticeId ?? undefined };
}
