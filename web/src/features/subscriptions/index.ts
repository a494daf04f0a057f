export { KeepSubscription } from './components/keep-subscription.tsx';
export { SubscriptionDetails } from './components/subscription-details.tsx';
export { SubscriptionTable } from './components/subscription-table.tsx';
export { SubscriptionsCard } from './components/subscriptions-card.tsx';
