import { checkEveryScreen } from '../harness/every-screen.ts';

checkEveryScreen({ theme: 'light', language: 'en', width: 1400 }, 0);
