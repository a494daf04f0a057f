import type { CatalogNamedField } from '@portico/contract';
import { type ComponentType, createContext, use } from 'react';
import type { References, Written } from '../model/value.ts';

export interface FieldProps {
  named: CatalogNamedField;
  value: unknown;
  /** Where it stands: `products[scan].plans[scan-pro].name`. */
  place: string;
  onChange: (value: unknown) => void;
}

/** What the fields of an editor share. */
export interface FieldContext {
  /** What is wrong, by place. */
  problems: ReadonlyMap<string, string>;
  references: References;
  currency: string;
  /** How many accounts have a plan, by its id. */
  holders: ReadonlyMap<string, number>;
  /** The whole entry, of which some fields depend on others. */
  entry: Written;
  readOnly: boolean;
  /** The place of an id or code that customers have already, and that stays; null for an entry that was never sold. */
  fixedPlace: string | null;
  /** The control of any field: blocks and lists have fields inside. */
  Editor: ComponentType<FieldProps>;
}

export const FieldsContext = createContext<FieldContext | null>(null);

export function useFieldContext(): FieldContext {
  const context = use(FieldsContext);
  if (!context) throw new Error('A field stands outside of its editor');
  return context;
}
