import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderWithLinks } from '../../../test/router.tsx';
import { LegalText } from './legal-text.tsx';

const section = (id: string) => ({ id, title: `About ${id}` });

it('is headed by its contents, which lead to its sections (LEG-4)', async () => {
  const sections = [section('prices'), section('data'), section('law')];
  const html = sections.map(({ id, title }) => `<h2 id="${id}">${title}</h2>`).join('');
  vi.stubGlobal('fetch', async () => Response.json({ title: 'Terms', html, sections, updated: null }));
  renderWithLinks(<LegalText name="terms" />);
  const contents = await screen.findByRole('navigation', { name: 'Contents' });
  const links = within(contents).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['About prices', 'About data', 'About law']);
  expect(links.map((link) => link.getAttribute('href')?.split('#')[1])).toEqual(['prices', 'data', 'law']);
});

it('has no contents where a text has hardly a section', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ title: 'Terms', html: '<h2 id="all">About all</h2>', sections: [section('all')], updated: null }),
  );
  renderWithLinks(<LegalText name="terms" />);
  await screen.findByRole('heading', { level: 2, name: 'About all' });
  expect(screen.queryByRole('navigation')).toBeNull();
});
