import { Plural, Trans } from '@lingui/react/macro';
import type { OperatorLicense } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { SeatsFigure } from '../components/license-text.tsx';
import { unlimited } from '../license-rules.ts';

interface CellProps {
  license: OperatorLicense;
}

/** More releases than these result from unlimited seats (DEV-9). */
const maxCounted = 1_000_000;

export function NumberAndAccount({ license: { number, accountName, serialNumber } }: CellProps) {
  return (
    <span title={serialNumber}>
      <span className="tabular-nums">{number}</span>
      <span className="block text-sm font-normal text-muted sm:whitespace-normal">{accountName}</span>
    </span>
  );
}

export function ProductAndPlan({ license: { products, planName } }: CellProps) {
  return (
    <span className="max-sm:text-right">
      {products.map(({ name, version }) => (version ? `${name} ${version}` : name)).join(', ')}
      <span className="block text-sm text-muted">{planName}</span>
    </span>
  );
}

export function PlacesInUse({ license }: CellProps) {
  const { number } = useFormat();
  const { usedHardwareIdQuantity, hardwareIdQuantity, exceededHardwareIdQuantity } = license;
  const used = number(usedHardwareIdQuantity);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums max-sm:justify-end">
      <span className="whitespace-nowrap">
        <Trans>
          {used} of <SeatsFigure quantity={hardwareIdQuantity} />
        </Trans>
      </span>
      {exceededHardwareIdQuantity > 0 && (
        <Badge tone="warning">
          <Plural value={exceededHardwareIdQuantity} one="# without a seat" other="# without a seat" />
        </Badge>
      )}
    </span>
  );
}

/** The remaining and the allowed releases, and when the next one is available if none is left. */
export function ReleasesLeft({ license: { licenseModel, releases } }: CellProps) {
  const { number, date } = useFormat();
  if (licenseModel === 1) return <span className="text-muted">–</span>;
  if (releases.allowed > maxCounted) return <SeatsFigure quantity={unlimited} />;
  const [left, allowed] = [number(releases.left), number(releases.allowed)];
  const back = releases.left === 0 && releases.nextAt && date(releases.nextAt);
  return (
    <span className="whitespace-nowrap tabular-nums max-sm:text-right">
      <Trans>
        {left} of {allowed}
      </Trans>
      {back && (
        <span className="block text-sm text-muted">
          <Trans comment="The next release">Next on {back}</Trans>
        </span>
      )}
    </span>
  );
}

/** The day, with the exact time in a tooltip. */
export function Expiry({ license: { expirationDate } }: CellProps) {
  const { date } = useFormat();
  if (!expirationDate) {
    return (
      <span className="whitespace-nowrap text-muted">
        <Trans>Never</Trans>
      </span>
    );
  }
  return (
    <time dateTime={expirationDate} title={date(expirationDate, 'exact')} className="whitespace-nowrap">
      {date(expirationDate)}
    </time>
  );
}
