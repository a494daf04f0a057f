import { t } from '@lingui/core/macro';
import { Component, type ReactNode, Suspense } from 'react';
import { ChunkLoadError, forgiveFailedParts } from '../lib/lazy.tsx';
import { notify } from '../lib/notify.tsx';

interface PartBoundaryProps {
  children: ReactNode;
  /** Shown while the part is loading, and if it failed to load. */
  fallback?: ReactNode;
  /** Called if the part failed to load. Close the part, so that it can be retried. */
  onFailure: () => void;
}

/**
 * Surrounds a lazy part (a menu, a dialog). If it fails to load, a toast reports it and the rest of the page remains.
 */
export class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(error: unknown) {
    if (!(error instanceof ChunkLoadError)) throw error;
    return { hasFailed: true };
  }

  override componentDidCatch() {
    forgiveFailedParts();
    // Chromium does not request a failed module again on the same page.
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
