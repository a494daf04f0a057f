import { describe, expect, it } from 'vitest';
import { ApiError, type ApiProblem, describeProblem, findRequestId } from './problem.ts';

const errorWith = (problem: Partial<ApiProblem>, status = 400) =>
  new ApiError(status, { code: 'Conflict', message: 'Told by the server', requestId: 'r1', ...problem });

describe('describeProblem', () => {
  it.each([
    ['the message', errorWith({}), 'Told by the server'],
    ['several errors, a line each', errorWith({ code: 'MultipleErrors', errors: { a: 'One', b: 'Two' } }), 'One\nTwo'],
    ['an errors map under any code', errorWith({ errors: { a: 'One' } }), 'One'],
    [
      'property errors without a form',
      errorWith({ code: 'ValidationError', propertyErrors: { a: ['One', 'Two'], b: ['Three'] } }),
      'One\nTwo\nThree',
    ],
    [
      'no response',
      errorWith({ code: 'NoResponse', message: '' }, 0),
      'The request was made but no response was received',
    ],
    ['a text of 513 characters', errorWith({ message: 'x'.repeat(513) }), 'An error occurred. Try it again.'],
    ['a text of 512 characters', errorWith({ message: 'x'.repeat(512) }), 'x'.repeat(512)],
    ['an empty message', errorWith({ message: '' }), 'Something went wrong!'],
    ['an error without a response', new TypeError('internal detail'), 'Something went wrong!'],
  ])('describes %s', (_, error, words) => {
    expect(describeProblem(error)).toBe(words);
  });

  it('findRequestId returns a request id only if a response arrived', () => {
    expect(findRequestId(errorWith({}))).toBe('r1');
    expect(findRequestId(new Error('x'))).toBeNull();
  });
});
