import { ActivityCard } from '../../billing-overviews/components/activity-card.tsx';
import { SpendingCard } from '../../billing-overviews/components/spending-card.tsx';

/** What was spent, and the latest activity. */
export function Spending() {
  return (
    <>
      <SpendingCard />
      <ActivityCard />
    </>
  );
}
