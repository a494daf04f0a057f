import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Links between all, upcoming and pending invoices. */
export function InvoiceSections() {
  const { t } = useLingui();
  return (
    <nav
      aria-label={t`Invoices`}
      className="inline-flex rounded-[10px] border border-line bg-neutral-soft p-0.5 max-sm:w-full"
    >
      <Section to="/Billing/Invoices">
        <Trans context="invoices">All</Trans>
      </Section>
      <Section to="/Billing/Invoices/Upcoming">
        <Trans context="invoices">Upcoming</Trans>
      </Section>
      <Section to="/Billing/Invoices/Pending">
        <Trans context="invoices">Pending</Trans>
      </Section>
    </nav>
  );
}

interface SectionProps {
  to: '/Billing/Invoices' | '/Billing/Invoices/Upcoming' | '/Billing/Invoices/Pending';
  children: ReactNode;
}

function Section({ to, children }: SectionProps) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: true, includeSearch: false }}
      className="flex h-8 flex-1 items-center justify-center whitespace-nowrap rounded-control px-3.5 font-medium text-muted transition-colors hover:text-ink aria-[current=page]:bg-surface aria-[current=page]:text-ink aria-[current=page]:shadow-sm max-sm:h-11"
    >
      {children}
    </Link>
  );
}
