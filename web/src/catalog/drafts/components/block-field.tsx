import type { CatalogField } from '@portico/contract';
import { Switch } from '../../../ui/switch.tsx';
import { isSection, type Written, withField } from '../model/value.ts';
import { type FieldProps, useFieldContext } from './field-context.ts';

type BlockKind = Extract<CatalogField, { kind: 'block' }>;

interface BlockFieldsProps {
  block: BlockKind;
  value: Written;
  place: string;
  onChange: (value: Written) => void;
}

/** The fields of a block: short ones side by side, then those that need their own row. */
export function BlockFields({ block, value, place, onChange }: BlockFieldsProps) {
  const { Editor } = useFieldContext();
  const short = block.fields.filter((field) => !isSection(field));
  const sections = block.fields.filter(isSection);
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {[short, sections].map((some, index) =>
        some.length === 0 ? null : (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: there are two groups, always in this order
            key={index}
            className={index === 0 ? 'grid gap-x-4 gap-y-5 sm:grid-cols-2' : 'flex flex-col gap-5'}
          >
            {some.map((named) => (
              <Editor
                key={named.name}
                named={named}
                value={value[named.name]}
                place={`${place}.${named.name}`}
                onChange={(part) => onChange(withField(value, named.name, part))}
              />
            ))}
          </div>
        ),
      )}
    </div>
  );
}

/** An optional block. */
export function BlockField({ named: { label, field, required }, value, place, onChange }: FieldProps) {
  const { problems, readOnly } = useFieldContext();
  const isThere = value !== undefined;
  if (field.kind !== 'block') return null;
  return (
    <fieldset className="rounded-control border border-line px-4 py-3.5">
      <legend className="sr-only">{label}</legend>
      {required ? (
        <p className="font-medium">{label}</p>
      ) : (
        <Switch
          label={label}
          disabled={readOnly}
          checked={isThere}
          onChange={({ currentTarget: { checked } }) => onChange(checked ? {} : undefined)}
          error={problems.get(place)}
        />
      )}
      {(isThere || required) && (
        <div className="mt-4">
          <BlockFields block={field} value={(value ?? {}) as Written} place={place} onChange={onChange} />
        </div>
      )}
    </fieldset>
  );
}
