import { lookAtEveryScreen } from '../harness/every-screen.ts';

lookAtEveryScreen({ theme: 'dark', language: 'fr', width: 390 }, 1);
