export { useOverview } from './api/overviews.ts';
export { AccountTable } from './components/account-table.tsx';
export { AccountUserTable } from './components/account-user-table.tsx';
export { ActivityCard } from './components/activity-card.tsx';
export { LicensesCard } from './components/licenses-card.tsx';
export { MoneyCard } from './components/money-card.tsx';
export { OverviewFacts } from './components/overview-facts.tsx';
export { SubscriptionsCard } from './components/subscriptions-card.tsx';
