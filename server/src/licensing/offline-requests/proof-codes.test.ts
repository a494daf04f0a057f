import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRequest } from './offline-requests.rules.ts';
import { activationName, createProofCode, isProofCodeOf, type ProofCode, parseProofCode } from './proof-codes.ts';

/** The example of docs/licensing.md, as the license client shows it. */
const shown = 'PD1.GKNTW-289QV-5S0D1-K2HVM';
const alphabet = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];
const key = 'a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2U';
const keys = fc.stringMatching(/^[\w-]{43}$/);
const read = (text: string) => parseProofCode(text) as ProofCode;
const swap = (text: string, one: number, other: number) => {
  const characters = [...text];
  [characters[one], characters[other]] = [characters[other] as string, characters[one] as string];
  return characters.join('');
};

describe('a proof code', () => {
  it('matches the license client’s', () => {
    expect(read(shown)).toEqual({ text: 'PD1.GKNTW289QV5S0D1K2HVM', activationName: 'GKNT' });
    expect(isProofCodeOf(read(shown), key)).toBe(true);
    expect(activationName(key)).toBe('GKNT');
  });

  it('proves only one activation', () => {
    fc.assert(
      fc.property(keys, keys, (mine, other) => {
        fc.pre(mine !== other);
        const code = read(createProofCode(mine).text);
        expect(isProofCodeOf(code, mine)).toBe(true);
        expect(isProofCodeOf(code, other)).toBe(false);
      }),
    );
  });

  it('is parsed however it is typed', () => {
    const typing = fc.array(fc.constantFrom('', ' ', '-', '\u2011', '\u2013', '.', '\u00a0'), {
      minLength: 25,
      maxLength: 25,
    });
    const letters = fc.array(fc.boolean(), { minLength: 25, maxLength: 25 });
    fc.assert(
      fc.property(keys, typing, letters, letters, (mine, between, isSmall, isMisread) => {
        const { text } = createProofCode(mine);
        const misread: Record<string, string> = { 0: 'O', 1: 'I' };
        const typed = [...text.replace('.', '')].map((character, index) => {
          const letter = (isMisread[index] && misread[character]) || character;
          return `${between[index]}${isSmall[index] ? letter.toLowerCase() : letter}`;
        });
        expect(read(typed.join('')).text).toBe(text);
      }),
    );
    expect(read(createProofCode(key).text.replaceAll('1', 'l')).text).toBe(createProofCode(key).text);
  });

  it('detects any wrong character, and any two swapped ones', () => {
    fc.assert(
      fc.property(keys, (mine) => {
        const code = createProofCode(mine).text.slice(4);
        for (const [index, character] of [...code].entries()) {
          for (const wrong of alphabet.filter((each) => each !== character)) {
            const typed = `PD1.${code.slice(0, index)}${wrong}${code.slice(index + 1)}`;
            expect(parseProofCode(typed)).toEqual({ problem: 'codeWrong' });
          }
          for (let other = index + 1; other < code.length; other += 1) {
            if (code[other] === character) continue;
            expect(parseProofCode(`PD1.${swap(code, index, other)}`)).toEqual({ problem: 'codeWrong' });
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    'PD1',
    'PD1.AAAA',
    `PD1.${'A'.repeat(19)}`,
    `PD1.${'A'.repeat(21)}`,
    `PD1.${'U'.repeat(20)}`,
    `PD1.${'É'.repeat(20)}`,
    `PD1_${'A'.repeat(20)}`,
  ])('is not %s', (text) => {
    expect(parseRequest(text, [])).toEqual({ problem: 'offline.proofUnreadable' });
  });

  it('is distinguished from files and short codes', () => {
    const proofCode = createProofCode(key);
    expect(parseRequest(` ${shown.toLowerCase()} `, [])).toEqual({ proofCode });
    expect(parseRequest(shown.replace('PD1', 'PDL'), [])).toEqual({ proofCode });
    expect(parseRequest(shown.replace(/.$/, '!'), [])).toEqual({ problem: 'offline.proofUnreadable' });
    expect(parseRequest(swap(shown, 4, 5), [])).toEqual({ problem: 'offline.codeWrong' });
    expect(parseRequest(shown.slice(3), [])).toEqual({ problem: 'offline.unreadable' });
  });
});
