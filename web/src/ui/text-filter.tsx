import { Search } from 'lucide-react';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

interface TextFilterProps {
  /** The filter that is in force. */
  text: string;
  onChange: (text: string) => void;
  /** Says what is searched: 'Filter by login, name or e-mail'. */
  label: string;
  /** Characters. */
  maxLength?: number;
  className?: string;
}

/** A list's text filter. It filters on Enter and when the field is left, so that the address does not change with each key. */
export function TextFilter({
  text,
  onChange,
  label,
  maxLength = 200,
  className = 'border-b border-line p-4',
}: TextFilterProps) {
  return (
    <search className={className}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = String(new FormData(event.currentTarget).get('textFilter')).trim();
          if (wanted !== text) onChange(wanted);
        }}
        onBlur={(event) => event.currentTarget.requestSubmit()}
      >
        <Field label={label} hideLabel className="max-w-sm">
          {(control) => (
            <TextInput
              {...control}
              key={text}
              type="search"
              name="textFilter"
              maxLength={maxLength}
              defaultValue={text}
              icon={<Search />}
              placeholder={label}
            />
          )}
        </Field>
      </form>
    </search>
  );
}
