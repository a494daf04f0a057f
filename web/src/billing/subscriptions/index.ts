export { KeepSubscription } from './components/keep-subscription.tsx';
export { SubscriptionMissing } from './components/subscription-missing.tsx';
export { SubscriptionPage } from './components/subscription-page.tsx';
export { SubscriptionSkeleton } from './components/subscription-skeleton.tsx';
export { SubscriptionTable } from './components/subscription-table.tsx';
export { SubscriptionsCard } from './components/subscriptions-card.tsx';
