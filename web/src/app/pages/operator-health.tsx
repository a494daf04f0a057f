import { useLingui } from '@lingui/react';
import { HealthCard } from '../../features/health/index.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { operatorTitles } from '../operators/operator-titles.ts';

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
