import { Trans } from '@lingui/react/macro';
import { Dialog } from '../../../ui/dialog.tsx';
import type { HistorySource } from '../devices.api.ts';
import { DeviceHistory } from './device-history.tsx';

interface HistoryDialogProps {
  source: HistorySource;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The history of a license's devices, including released ones. */
export function HistoryDialog({ source, open, onOpenChange }: HistoryDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="xl" title={<Trans>History of the devices</Trans>}>
      <DeviceHistory source={source} />
    </Dialog>
  );
}
