import { useLingui } from '@lingui/react';
import { useParams } from '@tanstack/react-router';
import { titles } from '../titles.ts';
import { ProductPlans } from './product-subscription.tsx';

export function PlansPage() {
  const { i18n } = useLingui();
  const { id } = useParams({ from: '/Products/$id/Plans/' });
  return <ProductPlans id={id} title={i18n._(titles.subscriptionPlans)} />;
}
