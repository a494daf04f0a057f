import { Trans, useLingui } from '@lingui/react/macro';
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

/** Host-locked or floating. */
export function useLicenseModelText() {
  const { t } = useLingui();
  return (model: License['licenseModel']) => (model === 0 ? t`Host-locked` : t`Floating`);
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
