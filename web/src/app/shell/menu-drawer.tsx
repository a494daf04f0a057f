import { Dialog } from '@base-ui/react/dialog';
import { Trans, useLingui } from '@lingui/react/macro';
import { Languages, LogOut, type LucideIcon, Moon, Sun, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { localeNames, useLocale } from '../../lib/locale.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { switchTheme } from '../../lib/theme.ts';
import { useTheme } from '../../lib/use-theme.ts';
import { backdropClasses } from '../../ui/backdrop.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useChangeLocale, useSignOut } from './actions.ts';
import { linkClasses, SidebarEntries } from './sidebar.tsx';

interface MenuDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The menu below 1200 px. It slides in from the left, and closes when a page is chosen (UI-4). */
export function MenuDrawer({ open, onOpenChange }: MenuDrawerProps) {
  const { t } = useLingui();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-50 flex w-[312px] max-w-[calc(100vw-48px)] flex-col border-line border-r bg-canvas text-ink shadow-popup outline-none transition-transform duration-150 data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <Dialog.Title className="sr-only">{t`Main menu`}</Dialog.Title>
          <div className="flex h-(--header-height) shrink-0 items-center justify-between gap-3 pr-3 pl-5">
            <p className="truncate text-lg font-semibold tracking-tight">{preloaded().user?.accountName}</p>
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
          <DrawerFoot />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Language, theme and sign-out, which the header does not have on phones. */
function DrawerFoot() {
  const theme = useTheme();
  const locale = useLocale();
  const changeLocale = useChangeLocale();
  const { signOut, isPending } = useSignOut();
  const other = locale === 'en' ? 'fr' : 'en';
  const isDark = theme === 'dark';
  return (
    <div className="border-t border-line p-2.5 sm:hidden">
      <FootRow icon={Languages} lang={other} onPress={() => changeLocale(other)}>
        {localeNames[other]}
      </FootRow>
      <FootRow icon={isDark ? Sun : Moon} onPress={() => switchTheme(isDark ? 'light' : 'dark')}>
        {isDark ? <Trans>Light theme</Trans> : <Trans>Dark theme</Trans>}
      </FootRow>
      <FootRow icon={LogOut} isDisabled={isPending} onPress={signOut}>
        <Trans>Sign out</Trans>
      </FootRow>
    </div>
  );
}

interface FootRowProps {
  icon: LucideIcon;
  /** The language of the text, if it differs from the page's. */
  lang?: string;
  isDisabled?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function FootRow({ icon: Icon, lang, isDisabled, onPress, children }: FootRowProps) {
  return (
    <button type="button" className={linkClasses} disabled={isDisabled} onClick={onPress}>
      <Icon aria-hidden="true" />
      <span lang={lang}>{children}</span>
    </button>
  );
}
