import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PageHeader } from '../../ui/page-header.tsx';
import { Sandbox } from '../sandbox/components/sandbox.tsx';

/** The sandbox page, in demo mode only (docs/decisions/0010). */
export function SandboxPage() {
  const search = useSearch({ from: '/dev/stripe' });
  const navigate = useNavigate({ from: '/dev/stripe' });
  return (
    <>
      <PageHeader
        description={
          <Trans>
            The payment provider of this demo is a simulated Stripe. Here you can see its data, let time pass and cause
            faults.
          </Trans>
        }
      />
      <Sandbox
        search={search}
        onSearchChange={(change) => void navigate({ search: (before) => ({ ...before, ...change }) })}
      />
    </>
  );
}
