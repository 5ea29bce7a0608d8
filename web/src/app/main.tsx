import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import './theme/tokens.css';
import './theme/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchForMissingCode } from './missing-code.ts';

// Set before Zod loads: otherwise it would try `eval`, which violates the Content-Security-Policy.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

watchForMissingCode();

const start = async () => {
  // Polyfills Temporal before any date is read.
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
