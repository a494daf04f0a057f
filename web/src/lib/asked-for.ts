import { useEffect } from 'react';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

/** What can be asked for about a subscription from elsewhere. */
export type Deed = 'cancel' | 'restore' | 'changeCard' | 'changePlan' | 'changePeriod' | 'change';

const askedFor = createStore<{ deed: Deed; subscriptionId: number } | null>(null);

/** Asks the page of a subscription, to which one is led next, to begin something at once. */
export function askFor(deed: Deed, subscriptionId: number): void {
  askedFor.set({ deed, subscriptionId });
}

/** Begins what was asked for, once. */
export function useAskedFor(deed: Deed, subscriptionId: number, begin: () => void): void {
  const asked = useStore(askedFor);
  useEffect(() => {
    if (asked?.deed !== deed || asked.subscriptionId !== subscriptionId) return;
    askedFor.set(null);
    begin();
  });
}
