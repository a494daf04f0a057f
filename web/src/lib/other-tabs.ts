import type { QueryClient } from '@tanstack/react-query';

/** One channel for this tab, which does not receive its own messages. */
let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('portico-holdings');
  return channel;
}

/** Refetches everything except the figures of a purchase, which stay as the user confirmed them. */
export function refreshHoldings(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'purchase' });
}

/**
 * Announces that the account's holdings changed, so that other tabs of this browser refetch too.
 * @returns when this tab has refetched
 */
export function announceHoldings(queryClient: QueryClient): Promise<void> {
  openChannel().postMessage(null);
  return refreshHoldings(queryClient);
}

/**
 * Keeps this tab up to date with announcements of other tabs.
 * @returns a function that unsubscribes
 */
export function followOtherTabs(queryClient: QueryClient): () => void {
  const follow = () => void refreshHoldings(queryClient);
  openChannel().addEventListener('message', follow);
  return () => openChannel().removeEventListener('message', follow);
}
