import { useEffect } from 'react';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

/** An action on a subscription that another page can request. */
export type SubscriptionAction = 'cancel' | 'restore' | 'changeCard' | 'changePlan' | 'changePeriod' | 'change';

const askedFor = createStore<{ deed: SubscriptionAction; subscriptionId: number } | null>(null);

/** Requests an action from the subscription page, which runs it when it opens. */
export function requestAction(deed: SubscriptionAction, subscriptionId: number): void {
  askedFor.set({ deed, subscriptionId });
}

/** Runs a requested action once. */
export function useRequestedAction(deed: SubscriptionAction, subscriptionId: number, begin: () => void): void {
  const asked = useStore(askedFor);
  useEffect(() => {
    if (asked?.deed !== deed || asked.subscriptionId !== subscriptionId) return;
    askedFor.set(null);
    begin();
  });
}
