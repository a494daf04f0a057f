import type { Locale } from '@portico/contract';
import { hasMessage, type MessageKey, type MessageValues, translate } from '../../core/messages/index.ts';
import type { CatalogMessage } from '../file/words.ts';

/** The label of a field, otherwise its name in the file. */
export function fieldLabel(name: string, locale: Locale): string {
  const key = `catalogField.${name}`;
  return hasMessage(key) ? translate(locale, key) : name;
}

/** The label of a choice, otherwise its value in the file. */
export function choiceLabel(value: string, locale: Locale): string {
  const key = `catalogChoice.${value}`;
  return hasMessage(key) ? translate(locale, key) : value;
}

/** Fields and choices that messages about problems name. */
const namedFields = [
  'amountOff',
  'duration',
  'featured',
  'fromVersion',
  'licensingType',
  'minQuantity',
  'of',
  'percentOff',
  'processingType',
  'trial',
];
const namedChoices = ['Floating', 'manual', 'repeating', 'stripe'];

/** A problem in the editor's words, with labels instead of the file's names. Messages without such names are the same as for a file (CAT-42). */
export function formatForScreen({ key, values, what }: CatalogMessage, locale: Locale): string {
  const labels = {
    ...Object.fromEntries(namedFields.map((name) => [name, fieldLabel(name, locale)])),
    ...Object.fromEntries(namedChoices.map((name) => [name, choiceLabel(name, locale)])),
  };
  const say = (of: MessageKey, given: MessageValues | undefined) =>
    translate(locale, screenKey(of), { ...labels, ...toLabels(given, locale) });
  return say(key, { ...values, ...(what && { what: say(what.key, what.values) }) });
}

function screenKey(key: MessageKey): MessageKey {
  const own = key.replace('catalogFile.', 'catalogScreen.');
  return hasMessage(own) ? own : key;
}

const labelsByValue: Readonly<Record<string, (name: string, locale: Locale) => string>> = {
  choices: choiceLabel,
  displayType: choiceLabel,
  fields: fieldLabel,
  kind: fieldLabel,
  kinds: fieldLabel,
};

/** Replaces the file's names in message values by labels. */
function toLabels(values: MessageValues = {}, locale: Locale): MessageValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const label = labelsByValue[name];
      if (!label || typeof value !== 'string') return [name, value];
      return [
        name,
        value
          .split(', ')
          .map((one) => label(one, locale))
          .join(', '),
      ];
    }),
  );
}
