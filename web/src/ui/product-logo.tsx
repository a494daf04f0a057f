import { cn } from '../lib/cn.ts';

interface ProductLogoProps {
  name: string;
  /** data: URI; if null, the first letter is shown. */
  logo64: string | null;
  isMuted?: boolean;
  size?: keyof typeof sizes;
}

const sizes = {
  xs: { pixels: 20, classes: 'size-5 rounded-[5px]' },
  sm: { pixels: 24, classes: 'size-6 rounded-md' },
  row: { pixels: 36, classes: 'size-9 rounded-[8px]' },
  md: { pixels: 44, classes: 'size-11 rounded-[10px]' },
} as const;

/** A product's logo beside its name. It is decorative, because the name is text. */
export function ProductLogo({ name, logo64, isMuted = false, size = 'md' }: ProductLogoProps) {
  const { pixels } = sizes[size];
  const classes = cn('shrink-0', sizes[size].classes, isMuted && 'opacity-50 grayscale');
  if (logo64)
    return <img src={logo64} alt="" width={pixels} height={pixels} className={cn(classes, 'object-contain')} />;
  return (
    <span
      aria-hidden="true"
      className={cn(
        classes,
        'grid place-items-center bg-accent-soft font-semibold text-accent-text',
        size === 'xs' ? 'text-xs' : size === 'md' && 'text-lg',
      )}
    >
      {name.trim().charAt(0).toUpperCase()}
    </span>
  );
}
