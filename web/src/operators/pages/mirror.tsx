import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Mirror } from '../mirror/components/mirror.tsx';

/** For operators: how the copy of the Stripe account keeps up. */
export function MirrorPage() {
  const title = usePageTitle();
  const search = useSearch({ from: '/Billing/Stripe' });
  const navigate = useNavigate({ from: '/Billing/Stripe' });
  return (
    <Mirror
      title={title}
      search={search}
      onSearchChange={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  );
}
