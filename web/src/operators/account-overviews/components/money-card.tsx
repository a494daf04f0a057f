import { Trans } from '@lingui/react/macro';
import type { AccountOverview } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ExternalLink } from '../../../ui/link.tsx';
import { MoreNote } from './more-note.tsx';
import { Row, Rows } from './rows.tsx';

type OpenInvoice = AccountOverview['openInvoices']['items'][number];

/** The open invoices of an account, the oldest first. Renders nothing if no invoice is open. */
export function MoneyCard({ openInvoices: { items, total } }: Pick<AccountOverview, 'openInvoices'>) {
  if (items.length === 0) return null;
  return (
    <Card className="overflow-hidden">
      <CardHeader title={<Trans>Open invoices</Trans>} />
      <Rows>
        {items.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </Rows>
      <MoreNote total={total} shown={items.length} />
    </Card>
  );
}

function InvoiceRow({ invoice }: { invoice: OpenInvoice }) {
  const { money, date } = useFormat();
  const { id, number, hostedInvoiceUrl, isOverdue, created, dueDate, amount, currency } = invoice;
  const name = number ?? id;
  const [made, due] = [date(created), dueDate && date(dueDate)];
  return (
    <Row
      title={hostedInvoiceUrl ? <ExternalLink href={hostedInvoiceUrl}>{name}</ExternalLink> : name}
      tag={
        isOverdue && (
          <Badge tone="bad">
            <Trans>Overdue</Trans>
          </Badge>
        )
      }
      note={made}
      figure={money(amount, currency)}
      figureNote={due && <Trans>Due {due}</Trans>}
    />
  );
}
