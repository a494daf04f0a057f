import { useLingui } from '@lingui/react';
import { PageHeader } from '../../ui/page-header.tsx';
import { titles } from '../titles.ts';

export function ProductSubscriptionDetailsPage() {
  const { i18n } = useLingui();
  return <PageHeader title={i18n._(titles.subscription)} />;
}
