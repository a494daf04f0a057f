import { useLingui } from '@lingui/react/macro';
import type { Application } from '@portico/contract';
import { useId } from 'react';
import { ProductLogo } from '../../ui/product-logo.tsx';

interface ProductChoiceProps {
  products: readonly Pick<Application, 'id' | 'displayName' | 'logo64'>[];
  value: string;
  onChange: (productId: string) => void;
}

/** A choice of products, all visible, which wrap on narrow screens. The radio buttons are native. */
export function ProductChoice({ products, value, onChange }: ProductChoiceProps) {
  const { t } = useLingui();
  const name = useId();
  return (
    <fieldset className="mb-4 flex flex-wrap gap-2">
      <legend className="sr-only">{t`Product`}</legend>
      {products.map(({ id, displayName, logo64 }) => (
        <label
          key={id}
          className="relative flex min-h-10 cursor-pointer items-center gap-2 rounded-control border border-line-strong bg-surface py-1.5 pr-3.5 pl-2 font-medium shadow-card transition-colors hover:bg-surface-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={id}
            checked={id === value}
            onChange={() => onChange(id)}
            className="absolute inset-0 cursor-[inherit] appearance-none rounded-control outline-none"
          />
          <ProductLogo name={displayName} logo64={logo64} size="sm" />
          <span className="relative">{displayName}</span>
        </label>
      ))}
    </fieldset>
  );
}
