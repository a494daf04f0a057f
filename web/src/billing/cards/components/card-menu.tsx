import { Trans } from '@lingui/react/macro';
import { Star, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { Menu, MenuItem } from '../../../ui/menu.tsx';

interface CardMenuProps {
  trigger: ReactElement;
  isDefault: boolean;
  /** Disabled while a change of the cards is pending. */
  isLocked: boolean;
  onMakeDefault: () => void;
  onDelete: () => void;
}

/** Opens immediately, because it is rendered on the first press of its trigger. */
export function CardMenu({ trigger, isDefault, isLocked, onMakeDefault, onDelete }: CardMenuProps) {
  return (
    <Menu trigger={trigger} defaultOpen isLocked={isLocked}>
      {!isDefault && (
        <MenuItem icon={Star} disabled={isLocked} onSelect={onMakeDefault}>
          <Trans>Make default</Trans>
        </MenuItem>
      )}
      <MenuItem icon={Trash2} tone="danger" disabled={isLocked} onSelect={onDelete}>
        <Trans>Delete…</Trans>
      </MenuItem>
    </Menu>
  );
}
