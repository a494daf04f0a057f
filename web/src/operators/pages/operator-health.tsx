import { PageHeader } from '../../ui/page-header.tsx';
import { HealthCard } from '../health/components/health-card.tsx';

/** For operators: the installation's health. */
export function OperatorHealthPage() {
  return (
    <>
      <PageHeader />
      <HealthCard />
    </>
  );
}
