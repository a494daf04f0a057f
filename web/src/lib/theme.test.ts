import { beforeEach, describe, expect, it, vi } from 'vitest';
import { preloaded, replacePreloaded } from './preloaded.ts';
import { applyTheme, resolveTheme, switchTheme, themeKey } from './theme.ts';

const prefer = (dark: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: dark, addEventListener() {}, removeEventListener() {} }));

beforeEach(() => document.documentElement.removeAttribute('style'));

describe('the theme', () => {
  it('follows the system until a theme is chosen', () => {
    prefer(true);
    expect(resolveTheme()).toBe('dark');
    prefer(false);
    expect(resolveTheme()).toBe('light');
  });

  it('keeps the chosen theme, also after signing out has cleared localStorage', () => {
    prefer(true);
    switchTheme('light');
    expect(localStorage.getItem(themeKey)).toBe('light');
    localStorage.clear();
    expect(resolveTheme()).toBe('light');
    expect(document.documentElement.dataset.theme).toBe('light');
  });

  it("uses the brand's color for the applied theme", () => {
    const { company } = preloaded();
    replacePreloaded({ company: { ...company, accentLight: '#0b5fff', accentDark: '#ff00ff' } });
    applyTheme('light');
    expect(document.documentElement.style.getPropertyValue('--accent')).toBe('#0b5fff');
  });
});
