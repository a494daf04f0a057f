import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Brand } from '../ui/brand.tsx';
import { fillBrand } from './fill-brand.ts';
import { preloaded, replacePreloaded } from './preloaded.ts';

const company = (logos: { logoLight?: string; logoDark?: string }) =>
  replacePreloaded({ company: { ...preloaded().company, name: 'Acme', ...logos } });

/** The visible content of an element. */
const shown = (scope: Element) =>
  [...scope.querySelectorAll<HTMLElement>('[data-brand]')].map((element) => [
    element.dataset.brand,
    element.hidden,
    element.getAttribute('src'),
    element.dataset.brand === 'name' ? element.textContent : '',
  ]);

describe.each([
  ['without logos', {}],
  ['with both logos', { logoLight: '/light.svg', logoDark: '/dark.svg' }],
  ['with one logo for both themes', { logoLight: '/light.svg' }],
])('a brand %s', (_, logos) => {
  it('fills prerendered markup exactly as the component renders it', () => {
    const prerendered = document.createElement('div');
    prerendered.innerHTML = renderToString(<Brand />);
    company(logos);
    fillBrand(prerendered);
    const { container } = render(<Brand />);
    expect(shown(prerendered)).toEqual(shown(container));
  });
});

it('a prerendered brand shows the name if the logo is missing', () => {
  company({});
  const { container } = render(<Brand />);
  expect(container.textContent).toBe('Acme');
});
