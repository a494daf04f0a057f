import type { QueryClient } from '@tanstack/react-query';

const channelName = 'portico-holdings';

/** Asks anew for everything but the figures of a purchase: those stay as they were confirmed. */
export function refreshHoldings(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => !String(queryKey[0]).startsWith('purchase-') });
}

/** What the account has was changed here: what is shown of it is outdated, in other tabs of this browser too. */
export function announceHoldings(queryClient: QueryClient): void {
  void refreshHoldings(queryClient);
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/** Keeps this tab up to date with what other tabs announce. @returns ends it */
export function followOtherTabs(queryClient: QueryClient): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = () => void refreshHoldings(queryClient);
  return () => channel.close();
}
