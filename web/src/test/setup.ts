import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { activate } from '../lib/locale.ts';
import { replacePreloaded } from '../lib/preloaded.ts';
import { messages as app } from '../locales/app/en.po';
import { messages as signIn } from '../locales/sign-in/en.po';

beforeEach(() => {
  replacePreloaded({});
  localStorage.clear();
  sessionStorage.clear();
  activate('en', { ...app, ...signIn });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
