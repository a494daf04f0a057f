import { t } from '@lingui/core/macro';
import { Component, type ReactNode, Suspense } from 'react';
import { ChunkLoadError, forgiveFailedParts } from '../lib/lazy.tsx';
import { notify } from '../lib/notify.tsx';

interface PartBoundaryProps {
  children: ReactNode;
  /** Stands there while the part is loaded and when it could not be. */
  fallback?: ReactNode;
  /** Called when the part could not be loaded: close what was to be opened, so that it can be tried again. */
  onFailure: () => void;
}

/** Around a lazy part (a menu, a dialog): when it cannot be loaded a toast says so and the rest of the page stays as it is. */
export class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(error: unknown) {
    if (!(error instanceof ChunkLoadError)) throw error;
    return { hasFailed: true };
  }

  override componentDidCatch() {
    forgiveFailedParts();
    // Chromium does not ask for the part again on the same page.
    const action = { label: t`Reload page`, onClick: () => location.reload() };
    notify.error(t`This could not be loaded. Check your connection and try again.`, { action });
    this.props.onFailure();
    this.setState({ hasFailed: false });
  }

  override render() {
    const { children, fallback = null } = this.props;
    return this.state.hasFailed ? fallback : <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
