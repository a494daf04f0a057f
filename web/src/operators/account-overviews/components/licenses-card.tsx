import { Plural, Trans } from '@lingui/react/macro';
import type { AccountOverview } from '@portico/contract';
import { KeyRound } from 'lucide-react';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { MoreNote } from './more-note.tsx';
import { Row, Rows } from './rows.tsx';

type License = AccountOverview['licenses']['items'][number];

const unlimited = -1;

/** The licenses of an account with their seats. */
export function LicensesCard({ licenses: { items, total } }: Pick<AccountOverview, 'licenses'>) {
  return (
    <Card className="overflow-hidden">
      <CardHeader title={<Trans>Licenses</Trans>} />
      {items.length === 0 ? (
        <EmptyState className="border-t border-line py-8" icon={KeyRound} title={<Trans>No license yet</Trans>} />
      ) : (
        <Rows>
          {items.map((license) => (
            <LicenseRow key={license.id} license={license} />
          ))}
        </Rows>
      )}
      <MoreNote total={total} shown={items.length} />
    </Card>
  );
}

function LicenseRow({ license }: { license: License }) {
  const { number, date } = useFormat();
  const { number: licenseNumber, productName, serialNumber, usedQuantity, quantity, expirationDate } = license;
  const [used, seats] = [number(usedQuantity), number(quantity)];
  const end = expirationDate && date(expirationDate);
  return (
    <Row
      title={
        <TextLink to="/Operator/Licenses" search={{ textFilter: licenseNumber }}>
          {licenseNumber}
        </TextLink>
      }
      tag={<LicenseTag license={license} />}
      note={
        <>
          {productName} · {serialNumber}
        </>
      }
      figure={
        quantity === unlimited ? (
          <Trans>{used} of unlimited seats</Trans>
        ) : (
          <Trans>
            {used} of {seats} seats
          </Trans>
        )
      }
      figureNote={end ? <Trans>Until {end}</Trans> : <Trans>Without end</Trans>}
    />
  );
}

function LicenseTag({ license: { status, exceededQuantity } }: { license: License }) {
  if (exceededQuantity > 0) {
    return (
      <Badge tone="warning">
        <Plural value={exceededQuantity} one="# without a seat" other="# without a seat" />
      </Badge>
    );
  }
  if (status === 1) return null;
  return (
    <Badge tone="neutral">
      {status === 2 ? <Trans context="license">Pending</Trans> : <Trans context="license">Canceled</Trans>}
    </Badge>
  );
}
