import { useLingui } from '@lingui/react/macro';
import { Moon, Sun } from 'lucide-react';
import { switchTheme } from '../lib/theme.ts';
import { useTheme } from '../lib/use-theme.ts';
import { IconButton } from './icon-button.tsx';

export function ThemeToggle() {
  const { t } = useLingui();
  const theme = useTheme();
  const isDark = theme === 'dark';
  return (
    <IconButton
      label={isDark ? t`Switch to the light theme` : t`Switch to the dark theme`}
      onClick={() => switchTheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
    </IconButton>
  );
}
