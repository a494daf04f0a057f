import { useEffect } from 'react';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

/** An action on a subscription that another page can request. */
export type SubscriptionAction = 'cancel' | 'restore' | 'changeCard' | 'changePlan' | 'changePeriod' | 'change';

const requestedAction = createStore<{ action: SubscriptionAction; subscriptionId: number } | null>(null);

/** Requests an action from the subscription page, which runs it when it opens. */
export function requestAction(action: SubscriptionAction, subscriptionId: number): void {
  requestedAction.set({ action, subscriptionId });
}

/** Runs a requested action once. */
export function useRequestedAction(action: SubscriptionAction, subscriptionId: number, begin: () => void): void {
  const requested = useStore(requestedAction);
  useEffect(() => {
    if (requested?.action !== action || requested.subscriptionId !== subscriptionId) return;
    requestedAction.set(null);
    begin();
  });
}
