import { Trans } from '@lingui/react/macro';
import type { LicenseDevice } from '@portico/contract';
import { Link } from '@tanstack/react-router';
import { ArrowRightLeft, Ban, CircleCheck, FileText } from 'lucide-react';
import type { ReactElement } from 'react';
import { can } from '../../../lib/permissions.ts';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../../ui/menu.tsx';
import { isReleased } from '../device-rules.ts';

interface DeviceMenuProps {
  device: Pick<LicenseDevice, 'id' | 'status'>;
  trigger: ReactElement;
  onReleaseOrReplace: () => void;
  onBlock: () => void;
}

/** Opens immediately, because it is rendered on the first press of its trigger. */
export function DeviceMenu({ device: { id, status }, trigger, onReleaseOrReplace, onBlock }: DeviceMenuProps) {
  const isChangeable = !isReleased(status) && status !== 4;
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuLink icon={FileText} render={<Link to="/Billing/HardwareID/$id" params={{ id: String(id) }} />}>
        <Trans>Details</Trans>
      </MenuLink>
      {isChangeable && can('devices.manage') && (
        <MenuItem icon={ArrowRightLeft} onSelect={onReleaseOrReplace}>
          <Trans>Release or replace</Trans>
        </MenuItem>
      )}
      {isChangeable && can('devices.block') && (
        <>
          <MenuSeparator />
          {status === 2 ? (
            <MenuItem icon={CircleCheck} onSelect={onBlock}>
              <Trans>Unblock…</Trans>
            </MenuItem>
          ) : (
            <MenuItem icon={Ban} tone="danger" onSelect={onBlock}>
              <Trans>Block…</Trans>
            </MenuItem>
          )}
        </>
      )}
    </Menu>
  );
}
