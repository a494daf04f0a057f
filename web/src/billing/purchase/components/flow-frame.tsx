import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { cn } from '../../../lib/cn.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Step } from '../model/flow.ts';
import type { StepAddress } from '../use-steps.ts';

interface FlowFrameProps {
  title: ReactNode;
  stepper: ReactNode;
  children: ReactNode;
  /** Beside the content on wide screens, below it on narrow ones. */
  receipt: ReactNode;
  /** The buttons at the bottom of the window. */
  bar: ReactNode;
  /**
   * The visible step, whose first field is focused when it is entered. Null for an outcome, which takes the focus
   * itself.
   */
  step: Step | null;
  /** A payment is in progress, so the flow cannot be left. */
  isBusy: boolean;
  onClose: () => void;
  onShown: StepAddress['onShown'];
}

/** A purchase as a dialog that fills the page. Escape and the close button return to the product. */
export function FlowFrame(props: FlowFrameProps) {
  const { title, stepper, children, receipt, bar, step, isBusy, onClose, onShown } = props;
  const { t } = useLingui();
  const titleId = useId();
  const dialog = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useEscape(dialog, onClose, !isBusy);
  useStepFocus(content, step, onShown);
  return (
    <section ref={dialog} role="dialog" aria-labelledby={titleId} tabIndex={-1} className="outline-none">
      <div className="mb-5 flex items-start justify-between gap-4 max-xs:mb-4">
        <h1
          id={titleId}
          tabIndex={-1}
          className="min-w-0 text-title font-semibold leading-7 tracking-tight outline-none"
        >
          {title}
        </h1>
        <IconButton label={t`Close`} className="-mr-1.5 -mt-1 pointer-coarse:-mt-2" disabled={isBusy} onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {stepper && <div className="mb-6">{stepper}</div>}
      <div
        className={cn('grid grid-cols-1 items-start gap-4', receipt && 'min-[1200px]:grid-cols-[minmax(0,1fr)_376px]')}
      >
        <div ref={content} className="flex min-w-0 flex-col gap-4">
          {children}
        </div>
        {receipt && (
          <section
            aria-label={t`Total`}
            className="min-[1200px]:sticky min-[1200px]:top-[calc(var(--header-height)+28px)]"
          >
            {receipt}
          </section>
        )}
      </div>
      {bar && (
        <div className="action-bar">
          <div className="action-bar-content">{bar}</div>
        </div>
      )}
    </section>
  );
}

/** Escape leaves the flow, unless a list, dialog or menu is open above it. */
function useEscape(dialog: RefObject<HTMLElement | null>, onEscape: () => void, isOn: boolean): void {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      const isHere = target === document.body || (target instanceof Node && dialog.current?.contains(target));
      // An element that is fading out counts as closed.
      const hasAbove =
        document.querySelector(
          ':is([role=alertdialog], [role=listbox], [aria-modal=true], [data-sheet]):not([data-closed])',
        ) !== null;
      if (event.key !== 'Escape' || !isHere || hasAbove) return;
      // The same key press must not close the confirmation dialog that it opens.
      event.stopPropagation();
      latest.current();
    };
    // In the capture phase, before an element above has been closed by the same key.
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, [dialog, isOn]);
}

const fields =
  'input:not([disabled]):not([type=hidden]), select:not([disabled]), textarea:not([disabled]), [role=combobox]';

/**
 * Focuses the first field of a step: the selected option of its first group, otherwise its first field, otherwise its
 * heading.
 */
function focusStep(content: HTMLElement): void {
  const visible = [...content.querySelectorAll<HTMLElement>(fields)].filter((field) => !field.closest('[hidden]'));
  const first = visible[0];
  const group = first instanceof HTMLInputElement && first.type === 'radio' ? first.name : null;
  const chosen = visible.find((field) => field instanceof HTMLInputElement && field.name === group && field.checked);
  const heading = content.querySelector<HTMLElement>('[data-step-heading]');
  (chosen ?? first ?? heading)?.focus({ preventScroll: true });
}

/** Milliseconds to wait for a step's first field. */
const fieldsMayCome = 4000;

/**
 * Focuses a step's first field when the step is entered, after the page's heading had the focus for the new address,
 * and once lazily loaded fields exist.
 */
function useStepFocus(
  content: RefObject<HTMLElement | null>,
  step: Step | null,
  onShown: StepAddress['onShown'],
): void {
  const latest = useRef(onShown);
  latest.current = onShown;
  useEffect(() => {
    const place = content.current;
    if (step === null || !place) return;
    const isOnField = () => document.activeElement?.matches(fields) === true && place.contains(document.activeElement);
    const focus = () => {
      const isElsewhere = !place.contains(document.activeElement);
      const isOnHeading = document.activeElement?.matches('[data-step-heading]');
      if (isElsewhere || isOnHeading) focusStep(place);
    };
    const observer = new MutationObserver(() => {
      focus();
      if (isOnField()) observer.disconnect();
    });
    observer.observe(place, { childList: true, subtree: true });
    const timers = [setTimeout(focus), setTimeout(() => observer.disconnect(), fieldsMayCome)];
    const stop = latest.current(() => setTimeout(focus));
    return () => {
      observer.disconnect();
      timers.forEach(clearTimeout);
      stop();
    };
  }, [content, step]);
}
