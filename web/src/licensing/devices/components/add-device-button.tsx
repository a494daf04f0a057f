import { Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';

export const AddDeviceDialog = lazyPart(() =>
  import('./add-device-dialog.tsx').then((module) => module.AddDeviceDialog),
);

interface AddDeviceButtonProps extends Pick<ButtonProps, 'variant' | 'className'> {
  licenseId: number;
  /** The id of the text that explains why no device can be added now; null if one can. */
  reasonId: string | null;
}

/** Opens the dialog that adds a device to a license. */
export function AddDeviceButton({ licenseId, reasonId, variant = 'primary', className }: AddDeviceButtonProps) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button
        {...AddDeviceDialog.warmUp}
        variant={variant}
        className={className}
        aria-haspopup="dialog"
        locked={reasonId !== null}
        aria-describedby={reasonId ?? undefined}
        onClick={() => setIsOpen(true)}
      >
        <Plus aria-hidden="true" />
        <Trans>Add device</Trans>
      </Button>
      <PartBoundary onFailure={() => setIsOpen(null)}>
        {isOpen !== null && <AddDeviceDialog licenseId={licenseId} open={isOpen} onOpenChange={setIsOpen} />}
      </PartBoundary>
    </>
  );
}
