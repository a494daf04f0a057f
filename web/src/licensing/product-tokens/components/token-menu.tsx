import type { ProductToken } from '@portico/contract';
import { Ban, Pencil, RefreshCw, TimerOff, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import type { TokenAction } from '../model/row-actions.ts';
import { ActionWords } from './action-words.tsx';
import { useTokenAction } from './token-rows.ts';

const icons = { replace: RefreshCw, endOverlap: TimerOff, disable: Ban, edit: Pencil, delete: Trash2 } as const;

interface TokenMenuProps {
  token: ProductToken;
  actions: readonly TokenAction[];
  trigger: ReactElement;
}

/** Opens immediately, because it is rendered on the first press of its trigger. */
export function TokenMenu({ token, actions, trigger }: TokenMenuProps) {
  const begin = useTokenAction();
  return (
    <Menu trigger={trigger} defaultOpen minWidth={160}>
      {actions.map((action) => (
        <MenuItem
          key={action}
          icon={icons[action]}
          {...(action === 'delete' && { tone: 'danger' })}
          onSelect={() => begin(action, token)}
        >
          <ActionWords action={action} />
        </MenuItem>
      ))}
    </Menu>
  );
}
