import type { Locale } from '@portico/contract';
import type { z } from 'zod';
import { type MessageKey, type MessageValues, translate } from '../messages/index.ts';

/** The parts of a request that violate their schema. */
export class RequestValidationError extends Error {
  readonly issues: readonly z.core.$ZodIssue[];
  readonly part: string;

  constructor(issues: readonly z.core.$ZodIssue[], part: string) {
    super(`${part}: ${issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join(', ')}`);
    this.issues = issues;
    this.part = part;
  }
}

/** Maximum nesting of a request's values. No screen sends so many levels, and recursive readers need a bound. */
const deepest = 50;

/**
 * Finds text that PostgreSQL cannot store (NUL, or half of a surrogate pair), and values that are nested too deeply
 * (WIRE-16). No user types these. Without this check the statement would fail instead of the request.
 */
export function findUnstorableText(value: unknown, path: PropertyKey[] = []): z.core.$ZodIssue[] {
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed()
      ? [{ code: 'invalid_format', format: 'text', path, input: value, message: 'not a text' }]
      : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (path.length >= deepest)
    return [
      { code: 'invalid_format', format: 'text', path: path.slice(0, 1), input: '[…]', message: 'nested too deep' },
    ];
  return Object.entries(value).flatMap(([name, member]) => [
    ...findUnstorableText(name, path),
    ...findUnstorableText(member, [...path, name]),
  ]);
}

/** All messages of each property in the user's language: the response's `propertyErrors` (WIRE-8). */
export function describeIssues(issues: readonly z.core.$ZodIssue[], locale: Locale): Record<string, string[]> {
  const messages: Record<string, string[]> = {};
  for (const issue of issues) {
    const property = issue.path.join('.');
    const message = describeIssue(issue, locale);
    messages[property] ??= [];
    if (!messages[property].includes(message)) messages[property].push(message);
  }
  return messages;
}

/** Messages contain the property's name; the browser replaces it with the field's label (WIRE-9). */
function describeIssue(issue: z.core.$ZodIssue, locale: Locale): string {
  const field = String(issue.path.at(-1) ?? '');
  const say = (key: MessageKey, values: MessageValues = {}) => translate(locale, key, { field, ...values });
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null || issue.input === '') return say('validation.required');
      if (issue.expected === 'int') return say('validation.whole');
      if (issue.expected === 'number') return say('validation.number');
      return say('validation.format');
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) <= 1
          ? say('validation.required')
          : say('validation.tooShort', { minimum: Number(issue.minimum) });
      if (issue.origin === 'number' || issue.origin === 'int')
        return say('validation.tooSmall', { minimum: smallestAllowed(issue) });
      return say('validation.tooFew', { minimum: smallestAllowed(issue) });
    case 'too_big':
      if (issue.origin === 'string') return say('validation.tooLong', { maximum: Number(issue.maximum) });
      if (issue.origin === 'number' || issue.origin === 'int')
        return say('validation.tooBig', { maximum: Number(issue.maximum) });
      return say('validation.tooMany', { maximum: Number(issue.maximum) });
    case 'invalid_format':
      if (issue.input === '') return say('validation.required');
      if (issue.format === 'email') return say('validation.email');
      if (issue.format === 'url') return say('validation.url');
      return say('validation.format');
    case 'invalid_value':
      return say('validation.choice', { choices: issue.values.map(String).join(', ') });
    case 'custom': {
      const { messageKey, ...values } = (issue.params ?? {}) as { messageKey?: MessageKey };
      return messageKey ? say(messageKey, values) : say('validation.format');
    }
    // Unknown keys, and unions: the messages of their members do not help the user.
    default:
      return say('validation.format');
  }
}

/** The smallest allowed number. Numbers with an exclusive minimum are integers. */
function smallestAllowed({ minimum, inclusive }: z.core.$ZodIssueTooSmall): number {
  return Number(minimum) + (inclusive ? 0 : 1);
}
