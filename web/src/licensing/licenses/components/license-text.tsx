import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { License } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { unlimited } from '../license-rules.ts';

/** The name of each status, by its number. */
export function useLicenseStatusTexts(): Record<License['status'], string> {
  const { t } = useLingui();
  return {
    1: t({ message: 'Active', context: 'license' }),
    2: t`Pending`,
    3: t({ message: 'Canceled', context: 'license' }),
  };
}

const tones: Record<License['status'], BadgeTone> = { 1: 'ok', 2: 'accent', 3: 'neutral' };

/** The license's status, and whether it has expired or is a trial. */
export function LicenseTags({ license }: { license: Pick<License, 'status' | 'isExpired' | 'trial'> }) {
  const { t } = useLingui();
  const texts = useLicenseStatusTexts();
  const { status, isExpired, trial } = license;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={isExpired ? 'neutral' : tones[status]}>{texts[status]}</Badge>
      {isExpired && <Badge tone="bad">{t({ message: 'Expired', context: 'license' })}</Badge>}
      {trial && <Badge tone="accent">{t`Trial`}</Badge>}
    </span>
  );
}

/** The name of a license model. */
export function useLicenseModelText() {
  const { t } = useLingui();
  return (model: License['licenseModel']) => (model === 0 ? t`Host-locked (Per Seat)` : t`Floating`);
}

/** A number of seats; infinity if they are unlimited. */
export function SeatsFigure({ quantity }: { quantity: number }) {
  const { number } = useFormat();
  if (quantity !== unlimited) return number(quantity);
  return (
    <>
      <span aria-hidden="true">∞</span>
      <span className="sr-only">
        <Trans>unlimited</Trans>
      </span>
    </>
  );
}

/** The seats in use, and the devices without a seat. */
export function SeatsInUse({
  license: { usedHardwareIdQuantity, hardwareIdQuantity, exceededHardwareIdQuantity },
}: {
  license: Pick<License, 'usedHardwareIdQuantity' | 'hardwareIdQuantity' | 'exceededHardwareIdQuantity'>;
}) {
  const { number } = useFormat();
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

interface ExpiryProps {
  license: Pick<License, 'expirationDate' | 'isExpired'>;
  /** Whether to show the remaining time, too. */
  withDistance?: boolean;
}

/** The day of expiry, with the exact time in a tooltip. */
export function Expiry({ license: { expirationDate, isExpired }, withDistance = false }: ExpiryProps) {
  const { date, distance } = useFormat();
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
      {withDistance && !isExpired && <span className="block text-sm text-muted">{distance(expirationDate)}</span>}
    </time>
  );
}

/** The names and versions of a license's products. */
export function formatProducts({ products }: Pick<License, 'products'>): string {
  return products.map(({ name, version }) => (version ? `${name} ${version}` : name)).join(', ');
}
