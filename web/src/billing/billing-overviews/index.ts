export { useActivity } from './api/list-activity.ts';
export { useNextPayments } from './api/next-payments.ts';
export { useSpending } from './api/spending.ts';
export { ActivityCard } from './components/activity-card.tsx';
export { SpendingCard } from './components/spending-card.tsx';
