import { useProducts } from '../../../catalog/catalog.api.ts';
import { ProductLogo } from '../../../ui/product-logo.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

interface KnownLogoProps {
  productId: string;
  name: string;
  size: 'sm' | 'row';
}

/** The logo of the product with an id. */
export function KnownLogo({ productId, name, size }: KnownLogoProps) {
  const { data, isPending } = useProducts();
  if (isPending) return <Skeleton className={size === 'sm' ? 'size-6 shrink-0' : 'size-9 shrink-0'} />;
  const logo64 = data?.items.find(({ id }) => id === productId)?.logo64 ?? null;
  return <ProductLogo name={name} logo64={logo64} size={size} />;
}
