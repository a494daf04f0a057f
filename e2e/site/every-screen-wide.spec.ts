import { lookAtEveryScreen } from '../harness/every-screen.ts';

lookAtEveryScreen({ theme: 'light', language: 'en', width: 1400 }, 0);
