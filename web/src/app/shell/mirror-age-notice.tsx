import { Trans, useLingui } from '@lingui/react/macro';
import { CloudOff, X } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** @param props.asOf when the payment provider last answered; identifies the outage */
export function MirrorAgeNotice({ asOf }: { asOf: string }) {
  const { t } = useLingui();
  const { date, distance } = useFormat();
  const [isHidden, setIsHidden] = useState(false);
  const age = distance(asOf);
  if (isHidden) return null;
  return (
    <div className="pointer-events-auto flex max-w-2xl items-start gap-3 rounded-card border border-line-strong bg-surface py-2 pr-2 pl-4 shadow-popup">
      <CloudOff aria-hidden="true" className="mt-2 size-4 shrink-0 text-warning" />
      <p className="min-w-0 flex-1 py-1.5" title={date(asOf, 'exact')}>
        <Trans>
          The payment provider does not answer at the moment. You see its data from {age}. Payments, changes and invoice
          documents have to wait.
        </Trans>
      </p>
      <IconButton size="sm" label={t`Hide`} onClick={() => setIsHidden(true)}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
