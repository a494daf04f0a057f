import { Trans } from '@lingui/react/macro';
import type { CockpitRenewalPayment } from '@portico/contract';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cardName } from '../../../lib/card-brands.ts';
import { useFormat } from '../../../lib/format.ts';

interface RenewalPaymentProps {
  payment: CockpitRenewalPayment;
  /** Cents before tax. */
  amount: number;
  currency: string;
}

/**
 * How a renewal will be paid (OPR-6): credit first, then a card or a sent invoice. A payment that will fail is
 * marked.
 */
export function RenewalPayment({ payment: { method, card, credit }, amount, currency }: RenewalPaymentProps) {
  const { money } = useFormat();
  const [paidFromCredit, name] = [money(credit, currency), card ? cardName(card) : ''];
  if (credit > 0 && credit >= amount) {
    return (
      <p className="text-sm text-muted">
        <Trans>Paid from credit</Trans>
      </p>
    );
  }
  return (
    <>
      {credit > 0 && (
        <p className="text-sm text-muted">
          <Trans>{paidFromCredit} from credit</Trans>
        </p>
      )}
      {method === 'sent' && (
        <p className="text-sm text-muted">
          <Trans>By invoice, which the customer pays</Trans>
        </p>
      )}
      {method === 'missing' && (
        <Trouble>
          <Trans>No card saved</Trans>
        </Trouble>
      )}
      {card?.expiresBefore === false && <p className="text-sm text-muted">{name}</p>}
      {card?.expiresBefore && (
        <Trouble>
          <Trans>{name} expires before</Trans>
        </Trouble>
      )}
    </>
  );
}

function Trouble({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-1.5 text-sm text-warning">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
