export { useCards } from './api/list-cards.ts';
export { usePreloadPaidSubscriptions } from './api/list-paid-subscriptions.ts';
export { CardExpiry, CardNumber } from './components/card-face.tsx';
