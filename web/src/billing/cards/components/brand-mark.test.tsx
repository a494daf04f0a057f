import { expect, it } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import { BrandMark } from './brand-mark.tsx';

const brands = ['visa', 'mastercard', 'american express', 'discover', 'jcb', 'diners club'];

function markOf(brand: string): SVGElement {
  const { container } = renderUi(<BrandMark brand={brand} />);
  return container.querySelector('svg') as SVGElement;
}

it('a brand mark is different for each card brand, without font glyphs', () => {
  const marks = brands.map(markOf);
  for (const mark of marks) {
    expect(mark.querySelector('text')).toBeNull();
    expect(mark.textContent).toBe('');
    expect(mark.getAttribute('aria-hidden')).toBe('true');
  }
  expect(new Set(marks.map(({ innerHTML }) => innerHTML)).size).toBe(brands.length);
});

it('a brand mark is a plain card for an unknown brand', () => {
  expect(markOf('of tomorrow').innerHTML).toBe(markOf('unknown').innerHTML);
  expect(brands.map((brand) => markOf(brand).innerHTML)).not.toContain(markOf('unknown').innerHTML);
});
