import { useLingui } from '@lingui/react';
import { operatorTitles } from '../../app/operators/operator-titles.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { HealthCard } from '../health/components/health-card.tsx';

/** For operators: how the installation runs. */
export function OperatorHealthPage() {
  const { i18n } = useLingui();
  return (
    <>
      <PageHeader title={i18n._(operatorTitles.operatorHealth)} />
      <HealthCard />
    </>
  );
}
