import { useLingui } from '@lingui/react/macro';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { notify } from '../lib/notify.tsx';

/** Copies `value` to the clipboard and reports whether that worked (WEB-12). `isCopied` is true for two seconds. */
export function useCopy(value: string) {
  const { t } = useLingui();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
      notify.success(t`Value was successfully copied`);
    } catch {
      notify.error(t`Unable to copy`);
    }
  };
  return { isCopied, copy };
}

export function CopyButton({ value, label, className }: { value: string; label?: string; className?: string }) {
  const { t } = useLingui();
  const { isCopied, copy } = useCopy(value);
  return (
    <button
      type="button"
      aria-label={label ?? t`Copy`}
      title={label ?? t`Copy`}
      className={cn(
        'touch-area inline-grid size-6 shrink-0 place-items-center rounded-md text-muted hover:bg-neutral-soft hover:text-ink pointer-coarse:-my-1.5 pointer-coarse:size-[32px] [&_svg]:size-3.5',
        className,
      )}
      onClick={copy}
    >
      {isCopied ? <Check aria-hidden="true" className="text-ok" /> : <Copy aria-hidden="true" />}
    </button>
  );
}
