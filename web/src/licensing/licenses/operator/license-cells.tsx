import { Trans } from '@lingui/react/macro';
import type { OperatorLicense } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { formatProducts, SeatsFigure } from '../components/license-text.tsx';
import { unlimited } from '../license-rules.ts';

interface CellProps {
  license: OperatorLicense;
}

/** A higher number of releases comes from unlimited seats (DEV-9). */
const maxCounted = 1_000_000;

export function NumberAndAccount({ license: { number, accountName, serialNumber } }: CellProps) {
  return (
    <span title={serialNumber}>
      <span className="tabular-nums">{number}</span>
      <span className="block text-sm font-normal text-muted sm:whitespace-normal">{accountName}</span>
    </span>
  );
}

export function ProductAndPlan({ license }: CellProps) {
  return (
    <span className="max-sm:text-right">
      {formatProducts(license)}
      <span className="block text-sm text-muted">{license.planName}</span>
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
