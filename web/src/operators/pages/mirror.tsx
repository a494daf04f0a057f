import { useLingui } from '@lingui/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { operatorTitles } from '../../app/operators/operator-titles.ts';
import { Mirror } from '../mirror/components/mirror.tsx';

/** For operators: how the copy of the Stripe account keeps up. */
export function MirrorPage() {
  const { i18n } = useLingui();
  const search = useSearch({ from: '/Billing/Stripe' });
  const navigate = useNavigate({ from: '/Billing/Stripe' });
  return (
    <Mirror
      title={i18n._(operatorTitles.stripeMirror)}
      search={search}
      onSearchChange={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  );
}
