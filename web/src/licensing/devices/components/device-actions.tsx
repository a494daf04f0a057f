import { Trans, useLingui } from '@lingui/react/macro';
import type { LicenseDevice } from '@portico/contract';
import { ChevronUp, Ellipsis } from 'lucide-react';
import { createContext, Suspense, use, useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

const DeviceMenu = lazyPart(() => import('./device-menu.tsx').then((module) => module.DeviceMenu));

interface Rows {
  /** The device whose 'Release or replace' is open in its row. */
  openId: number | null;
  open: (id: number | null) => void;
  block: (device: LicenseDevice) => void;
}

/** The actions of the rows' menus. They are in a context, because new column definitions would rerender every row. */
export const DeviceRows = createContext<Rows>({ openId: null, open: () => {}, block: () => {} });

/** The row's menu, whose code loads while the pointer or focus rests on its button. */
export function DeviceActions({ device }: { device: LicenseDevice }) {
  const { t } = useLingui();
  const [isWanted, setIsWanted] = useState(false);
  const { openId, open, block } = use(DeviceRows);
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
      {id === openId && (
        <Button variant="accent" size="sm" aria-expanded="true" className="max-md:hidden" onClick={() => open(null)}>
          <Trans>Release or replace</Trans>
          <ChevronUp aria-hidden="true" />
        </Button>
      )}
      {isWanted ? (
        <Suspense fallback={button}>
          <DeviceMenu
            device={device}
            trigger={button}
            onReleaseOrReplace={() => open(id)}
            onBlock={() => block(device)}
          />
        </Suspense>
      ) : (
        button
      )}
    </span>
  );
}

/** The id of the button of a device's menu, which is focused when its dialog closes. */
export function actionsId(id: number): string {
  return `device-actions-${id}`;
}
