import { PageHeader } from '../../ui/page-header.tsx';
import { HealthCard } from '../health/components/health-card.tsx';

/** For operators: how the installation runs. */
export function OperatorHealthPage() {
  return (
    <>
      <PageHeader />
      <HealthCard />
    </>
  );
}
