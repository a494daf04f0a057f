import { Trans } from '@lingui/react/macro';
import { Unplug } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { Button } from '../../../ui/button.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';

const OfflineDialog = lazyPart(() => import('./offline-dialog.tsx').then((module) => module.OfflineDialog));

/** Opens the dialog for a device without a network. */
export function OfflineButton({
  licenseId,
  product,
  className,
}: {
  licenseId: number;
  product: string;
  className?: string;
}) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button {...OfflineDialog.warmUp} className={className} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Unplug aria-hidden="true" />
        <Trans>Offline device</Trans>
      </Button>
      <PartBoundary onFailure={() => setIsOpen(null)}>
        {isOpen !== null && (
          <OfflineDialog licenseId={licenseId} product={product} open={isOpen} onOpenChange={setIsOpen} />
        )}
      </PartBoundary>
    </>
  );
}
