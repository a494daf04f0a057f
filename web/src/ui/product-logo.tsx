import { cn } from '../lib/cn.ts';

interface ProductLogoProps {
  name: string;
  /** data: URI; if null, the first letter is shown. */
  logo64: string | null;
  isMuted?: boolean;
  size?: 'sm' | 'md';
}

/** A product's logo beside its name. It is decorative, because the name is text. */
export function ProductLogo({ name, logo64, isMuted = false, size = 'md' }: ProductLogoProps) {
  const pixels = size === 'sm' ? 24 : 44;
  const classes = cn(
    'shrink-0',
    size === 'sm' ? 'size-6 rounded-md' : 'size-11 rounded-[10px]',
    isMuted && 'opacity-50 grayscale',
  );
  if (logo64)
    return <img src={logo64} alt="" width={pixels} height={pixels} className={cn(classes, 'object-contain')} />;
  return (
    <span
      aria-hidden="true"
      className={cn(
        classes,
        'grid place-items-center bg-accent-soft font-semibold text-accent-text',
        size === 'md' && 'text-lg',
      )}
    >
      {name.trim().charAt(0).toUpperCase()}
    </span>
  );
}
