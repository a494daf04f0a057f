import { Dialog as Base } from '@base-ui/react/dialog';
import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { cn } from '../lib/cn.ts';
import { backdropClasses } from './backdrop.ts';
import { IconButton } from './icon-button.tsx';

/** Widths in pixels (UI-12). */
const widths = {
  sm: 'sm:max-w-[400px]',
  md: 'sm:max-w-[480px]',
  lg: 'sm:max-w-[500px]',
  xl: 'sm:max-w-[720px]',
} as const;

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** A sentence under the title, which is read when the dialog opens. */
  description?: ReactNode;
  size?: keyof typeof widths;
  children: ReactNode;
  /** The buttons, the primary one last; they stay visible while the content scrolls. */
  footer?: ReactNode;
  /** While true, neither Escape nor a click outside closes the dialog, because something is being saved. */
  isBusy?: boolean;
  /**
   * The dialog has no close button, and neither Escape nor a click outside closes it, because its content is never
   * shown again.
   */
  staysOpen?: boolean;
  /** The element that is focused first; by default the first field, or the first control if there is no field. */
  initialFocus?: RefObject<HTMLElement | null>;
}

/** The first editable field; true without such a field. */
function fieldIn(content: HTMLElement | null): HTMLElement | true {
  const fields = ':is(input, select, textarea):not([type=hidden], [hidden], [readonly], :disabled)';
  return content?.querySelector<HTMLElement>(fields) ?? true;
}

/** Traps the focus and restores it, and closes on Escape; full height on a phone. Load it lazily (`lazyPart`). */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'md',
  children,
  footer,
  isBusy = false,
  staysOpen = false,
  initialFocus,
}: DialogProps) {
  const { t } = useLingui();
  const content = useRef<HTMLDivElement>(null);
  // On touch screens no field is focused, because the keyboard would cover unread content.
  const firstField = (openedBy: string) => (openedBy === 'touch' ? true : fieldIn(content.current));
  return (
    <Base.Root open={open} onOpenChange={(next) => (next || !(isBusy || staysOpen)) && onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={backdropClasses} />
        <Base.Popup
          initialFocus={initialFocus ?? firstField}
          className={cn(
            'fixed inset-0 z-50 flex flex-col bg-surface text-ink shadow-popup outline-none transition-[opacity,scale] duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[calc(100dvh-48px)] sm:w-[calc(100vw-32px)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-dialog sm:border sm:border-line sm:data-ending-style:scale-[0.98] sm:data-starting-style:scale-[0.98]',
            widths[size],
          )}
        >
          <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-2">
            <div className="min-w-0 pt-1.5">
              <Base.Title className="text-lg font-semibold tracking-tight">{title}</Base.Title>
              {description && <Base.Description className="mt-1 text-muted">{description}</Base.Description>}
            </div>
            {!staysOpen && (
              <Base.Close
                disabled={isBusy}
                render={
                  <IconButton label={t`Close`} className="-mr-1.5">
                    <X aria-hidden="true" />
                  </IconButton>
                }
              />
            )}
          </div>
          <div ref={content} className="min-h-0 flex-1 overflow-y-auto px-5 pt-2 pb-5">
            {children}
          </div>
          {footer && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5 max-sm:[&>button]:flex-1">
              {footer}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
