import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

/** Milliseconds without a key press before the filter applies. */
const rest = 300;

interface TextFilterProps {
  /** The current filter. */
  text: string;
  onChange: (text: string) => void;
  /** What is searched: 'Filter by login, name or email'. */
  label: string;
  /** Characters. */
  maxLength?: number;
  className?: string;
}

/** A list's text filter. It filters while the user types and on Enter; blur changes nothing. */
export function TextFilter({
  text,
  onChange,
  label,
  maxLength = 200,
  className = 'border-b border-line p-4',
}: TextFilterProps) {
  const { typed, setTyped, apply } = useTyped(text, onChange);
  return (
    <search className={className}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Field label={label} hideLabel className="max-w-sm">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              name="textFilter"
              maxLength={maxLength}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              icon={<Search />}
              placeholder={label}
            />
          )}
        </Field>
      </form>
    </search>
  );
}

/** The text in the field. A filter that changes elsewhere replaces it; the field's own filter does not. */
function useTyped(text: string, onChange: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  const [asked, setAsked] = useState(text);
  const [seen, setSeen] = useState(text);
  if (text !== seen) {
    setSeen(text);
    if (text !== asked) {
      setAsked(text);
      setTyped(text);
    }
  }
  const apply = () => {
    const wanted = typed.trim();
    if (wanted === asked) return;
    setAsked(wanted);
    onChange(wanted);
  };
  const applyLate = useEffectEvent(apply);
  useEffect(() => {
    if (typed.trim() === asked) return;
    const timer = setTimeout(applyLate, rest);
    return () => clearTimeout(timer);
  }, [typed, asked]);
  return { typed, setTyped, apply };
}
