import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import './theme/tokens.css';
import './theme/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchForMissingCode } from './missing-code.ts';

// Zod's own switch, set before it loads: it would try `eval`, which the Content-Security-Policy reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

watchForMissingCode();

const start = async () => {
  // Browsers without Temporal get it before anything reads a date.
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  const { App } = await import('./app.tsx');
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root to render into.');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
};

void start();
