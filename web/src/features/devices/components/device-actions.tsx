import { Trans, useLingui } from '@lingui/react/macro';
import type { LicenseDevice } from '@portico/contract';
import { ChevronUp, Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

const DeviceMenu = lazyPart(() => import('./device-menu.tsx').then((module) => module.DeviceMenu));

interface DeviceActionsProps {
  device: LicenseDevice;
  /** Whether 'Release or replace' is opened in the row. */
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onBlock: () => void;
}

/** The row's menu; its code is loaded while the pointer or the focus rests on its button. */
export function DeviceActions({ device, isOpen, onOpenChange, onBlock }: DeviceActionsProps) {
  const { t } = useLingui();
  const [isWanted, setIsWanted] = useState(false);
  const { id, name } = device;
  const button = (
    <IconButton
      {...(!isWanted && { ...DeviceMenu.warmUp, onClick: () => setIsWanted(true) })}
      id={actionsId(id)}
      size="sm"
      label={t`Actions for ${name}`}
      aria-haspopup="menu"
    >
      <Ellipsis aria-hidden="true" />
    </IconButton>
  );
  return (
    <span className="inline-flex items-center gap-1">
      {isOpen && (
        <Button
          variant="accent"
          size="sm"
          aria-expanded="true"
          className="max-md:hidden"
          onClick={() => onOpenChange(false)}
        >
          <Trans>Release or replace</Trans>
          <ChevronUp aria-hidden="true" />
        </Button>
      )}
      {isWanted ? (
        <Suspense fallback={button}>
          <DeviceMenu
            device={device}
            trigger={button}
            onReleaseOrReplace={() => onOpenChange(true)}
            onBlock={onBlock}
          />
        </Suspense>
      ) : (
        button
      )}
    </span>
  );
}

/** Names the button of a device's menu, which takes the focus when what it opened is closed. */
export function actionsId(id: number): string {
  return `device-actions-${id}`;
}
