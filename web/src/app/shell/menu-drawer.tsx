import { Dialog } from '@base-ui/react/dialog';
import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { backdropClasses } from '../../ui/backdrop.ts';
import { Brand } from '../../ui/brand.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SidebarEntries } from './sidebar.tsx';

interface MenuDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * The menu below 1200 px. It slides in from the left, over the full width below 460 px, and closes when a page is
 * chosen.
 */
export function MenuDrawer({ open, onOpenChange }: MenuDrawerProps) {
  const { t } = useLingui();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-50 flex w-full flex-col border-line border-r bg-canvas text-ink shadow-popup outline-none transition-transform duration-150 data-ending-style:-translate-x-full data-starting-style:-translate-x-full xs:w-[300px]">
          <Dialog.Title className="sr-only">{t`Main menu`}</Dialog.Title>
          <div className="flex h-(--header-height) shrink-0 items-center justify-between border-b border-line pr-3 pl-5">
            <Brand />
            <Dialog.Close
              render={
                <IconButton label={t`Close menu`}>
                  <X aria-hidden="true" />
                </IconButton>
              }
            />
          </div>
          <nav aria-label={t`Main menu`} className="flex-1 overflow-y-auto p-2.5">
            <SidebarEntries onNavigate={() => onOpenChange(false)} />
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
