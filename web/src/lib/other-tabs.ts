import type { QueryClient } from '@tanstack/react-query';

/** One for this tab: it does not hear what it says itself. */
let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('portico-holdings');
  return channel;
}

/** Asks anew for everything but the figures of a purchase: those stay as they were confirmed. */
export function refreshHoldings(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'purchase' });
}

/** What the account has was changed here: what is shown of it is outdated, in other tabs of this browser too. @returns when it has come anew */
export function announceHoldings(queryClient: QueryClient): Promise<void> {
  openChannel().postMessage(null);
  return refreshHoldings(queryClient);
}

/** Keeps this tab up to date with what other tabs announce. @returns ends it */
export function followOtherTabs(queryClient: QueryClient): () => void {
  const follow = () => void refreshHoldings(queryClient);
  openChannel().addEventListener('message', follow);
  return () => openChannel().removeEventListener('message', follow);
}
