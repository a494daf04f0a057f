import { Trans } from '@lingui/react/macro';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { CloudOff, WifiOff } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Payment } from '../../billing/pages/pay/payment.tsx';
import { Replacement } from '../../billing/pages/replace-card/replacement.tsx';
import { Confirmation } from '../../identity/pages/profile/confirmation.tsx';
import { lazyPartWith } from '../../lib/catalogs.ts';
import { connection } from '../../lib/connection.ts';
import { lazyPart } from '../../lib/lazy.tsx';
import { notify } from '../../lib/notify.tsx';
import { preloaded } from '../../lib/preloaded.ts';
import { useStore } from '../../lib/use-store.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { ActingAsBanner } from './acting-as-banner.tsx';
import { BackToTop } from './back-to-top.tsx';
import { CommandPalette } from './command-palette-lazy.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { MirrorAge } from './mirror-age.tsx';
import { PageTitle } from './page-title.tsx';
import { PublicHeader } from './public-header.tsx';
import { Sidebar } from './sidebar.tsx';
import { isSnowSeason, snowIsOn } from './snow-state.ts';

/** Milliseconds before a navigation counts as slow. */
const patience = 150;

/** A thin bar at the top during a slow navigation. */
function ProgressBar() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!isLoading) {
      setIsShown(false);
      return;
    }
    const timer = setTimeout(() => setIsShown(true), patience);
    return () => clearTimeout(timer);
  }, [isLoading]);
  if (!isShown) return null;
  return <div aria-hidden="true" className="progress-bar fixed inset-x-0 top-0 z-[60] h-0.5 bg-accent" />;
}

/** How long the notice is shown, in milliseconds. It is long because acting ends without the user's doing. */
const life = 15_000;

/** Shows an operator the server's message that acting as a user has ended. */
function useActingEnded(): void {
  const { actingEnded } = preloaded();
  useEffect(() => {
    if (actingEnded) notify.warning(actingEnded, { duration: life });
  }, [actingEnded]);
}

const HistoryNotice = lazyPart(() => import('./history-notice.tsx').then((module) => module.HistoryNotice));
const SandboxBanner = lazyPart(() => import('./sandbox-banner.tsx').then((module) => module.SandboxBanner));
const MenuDrawer = lazyPart(() => import('./menu-drawer.tsx').then((module) => module.MenuDrawer));
const PasskeyOffer = lazyPartWith(['profile'], () =>
  import('../../identity/passkeys/components/passkey-offer.tsx').then((module) => module.PasskeyOffer),
);
const Snow = lazyPart(() => import('./snow.tsx').then((module) => module.Snow));

/** The frame of every page: the shell for a signed-in user, a plain header for visitors. */
export function Layout() {
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-[70] -translate-y-20 rounded-control bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0"
      >
        <Trans>Skip to content</Trans>
      </a>
      <ProgressBar />
      <PageTitle />
      <ConnectionBar />
      {preloaded().user ? <Shell /> : <PublicLayout />}
      <BackToTop />
    </>
  );
}

function Shell() {
  const [menuIsOpen, setMenuIsOpen] = useOpened();
  const [paletteIsOpen, setPaletteIsOpen] = useOpened();
  const snowIsFalling = useStore(snowIsOn);
  const openPalette = setPaletteIsOpen.bind(null, true);
  useActingEnded();

  // Before the first paint, so that the keys work as soon as the page is visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!asksForPalette(event)) return;
      event.preventDefault();
      setPaletteIsOpen(true);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [setPaletteIsOpen]);

  return (
    <>
      <ActingAsBanner />
      <PartBoundary onFailure={() => {}}>{preloaded().isOnSandbox && <SandboxBanner />}</PartBoundary>
      <Header onShowMenu={() => setMenuIsOpen(true)} onShowPalette={openPalette} />
      <div className="shell-body">
        <Sidebar onShowMenu={() => setMenuIsOpen(true)} />
        <div className="shell-main">
          <main id="main" tabIndex={-1}>
            <MirrorAge />
            <Outlet />
          </main>
          <Footer />
        </div>
      </div>
      <PartBoundary onFailure={() => setMenuIsOpen(null)}>
        {menuIsOpen !== null && <MenuDrawer open={menuIsOpen} onOpenChange={setMenuIsOpen} />}
      </PartBoundary>
      <PartBoundary onFailure={() => setPaletteIsOpen(null)}>
        {paletteIsOpen !== null && <CommandPalette open={paletteIsOpen} onOpenChange={setPaletteIsOpen} />}
      </PartBoundary>
      <Confirmation />
      <Payment />
      <Replacement />
      {preloaded().offerPasskey && (
        <PartBoundary onFailure={() => {}}>
          <PasskeyOffer />
        </PartBoundary>
      )}
      <PartBoundary onFailure={() => {}}>{preloaded().historyPercent !== null && <HistoryNotice />}</PartBoundary>
      <PartBoundary onFailure={() => snowIsOn.set(false)}>{isSnowSeason() && snowIsFalling && <Snow />}</PartBoundary>
    </>
  );
}

/** Whether a part is open; null until it is first opened, so that its code is not loaded earlier. */
function useOpened() {
  return useState<boolean | null>(null);
}

function PublicLayout() {
  return (
    <>
      <PublicHeader />
      <div className="public-main">
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
        <Footer />
      </div>
    </>
  );
}

/**
 * Shows that the server is unreachable. The page keeps its content. The bar overlays the page, so that nothing moves
 * (WEB-16).
 */
function ConnectionBar() {
  const state = useStore(connection);
  const Icon = state === 'offline' ? WifiOff : CloudOff;
  return (
    <div role="status" className="connection-bar">
      {state !== 'connected' && (
        <p className="flex items-center gap-2.5 rounded-full border border-line-strong bg-surface px-4 py-2 text-sm shadow-popup">
          <Icon aria-hidden="true" className="size-4 shrink-0 text-warning" />
          <span className="min-w-0">
            {state === 'offline' ? (
              <Trans>You are offline. What you see may be out of date.</Trans>
            ) : (
              <Trans>The server does not answer. Trying again…</Trans>
            )}
          </span>
        </p>
      )}
    </div>
  );
}

/** Whether a key press opens the command palette: Ctrl/⌘ K, Alt+Shift+Q or Ctrl+Shift+Q (UI-8). */
export function asksForPalette(
  event: Pick<KeyboardEvent, 'code' | 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
): boolean {
  const { code, key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey) return true;
  // By key position as well as by letter, because Alt may produce another character and keyboards differ.
  const isQ = key.toLowerCase() === 'q' || code === 'KeyQ';
  return isQ && shiftKey && !metaKey && altKey !== ctrlKey;
}
