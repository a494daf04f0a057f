import { useLingui } from '@lingui/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { StripeMirror } from '../../features/stripe-mirror/index.ts';
import { titles } from '../titles.ts';

/** For operators: how the copy of the Stripe account keeps up. */
export function StripeMirrorPage() {
  const { i18n } = useLingui();
  const search = useSearch({ from: '/Billing/Stripe' });
  const navigate = useNavigate({ from: '/Billing/Stripe' });
  return (
    <StripeMirror
      title={i18n._(titles.stripeMirror)}
      search={search}
      onSearchChange={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  );
}
