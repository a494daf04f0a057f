import type { CatalogNamedField } from '@portico/contract';
import { type ComponentType, createContext, use } from 'react';
import type { References, Written } from '../model/value.ts';

export interface FieldProps {
  named: CatalogNamedField;
  value: unknown;
  /** The field's path: `products[scan].plans[scan-pro].name`. */
  place: string;
  onChange: (value: unknown) => void;
}

/** The context that an editor's fields share. */
export interface FieldContext {
  /** Errors by path. */
  problems: ReadonlyMap<string, string>;
  references: References;
  currency: string;
  /** The number of accounts with each plan, by its id. */
  holders: ReadonlyMap<string, number>;
  /** The whole entry, because some fields depend on others. */
  entry: Written;
  readOnly: boolean;
  /**
   * The path of an id or code that customers already have, which cannot change; null for an entry that was never
   * sold.
   */
  fixedPlace: string | null;
  /** The control of any field, because blocks and lists contain fields. */
  Editor: ComponentType<FieldProps>;
}

export const FieldsContext = createContext<FieldContext | null>(null);

export function useFieldContext(): FieldContext {
  const context = use(FieldsContext);
  if (!context) throw new Error('A field stands outside of its editor');
  return context;
}
