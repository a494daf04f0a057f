const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Replaces the field's name in a server message with its label: 'The firstName field is required' → 'The First name
 * field is required' (WIRE-9).
 */
export function withLabel(message: string, field: string, label: string | undefined): string {
  return label ? message.replace(new RegExp(`\\b${escaped(field)}\\b`, 'i'), label) : message;
}
