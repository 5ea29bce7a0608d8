import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { defineConfig } from 'vite';
import { contractDocs } from './bundling/contract-docs.ts';
import { formulaFonts } from './bundling/formula-fonts.ts';
import { lateCode } from './bundling/late-code.ts';
import { screenChunks } from './bundling/screen-chunks.ts';
import { screenPreloads } from './bundling/screen-preloads.ts';
import { unusedParts } from './bundling/unused-parts.ts';
import { routes } from './src/app/routes.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const port = Number(process.env.WEB_PORT ?? 4001);

const root = here('.');
const plugins = () => [
  tanstackRouter({
    target: 'react',
    autoCodeSplitting: true,
    virtualRouteConfig: routes,
    routesDirectory: here('./src'),
    generatedRouteTree: here('./src/app/route-tree.gen.ts'),
    addExtensions: true,
    disableLogging: true,
  }),
  react(),
  contractDocs(),
  unusedParts(),
  formulaFonts(),
];

export default defineConfig({
  root,
  envPrefix: ['VITE_', 'API_URL'],
  plugins: [
    ...plugins(),
    lateCode(),
    screenChunks({ root, plugins: plugins() }),
    screenPreloads(routes),
  ],
  build: {
    // Every browser that has light-dark() has it.
    modulePreload: { polyfill: false },
    outDir: here('./dist'),
    emptyOutDir: true,
    // A newer target than the default: an older one rewrites light-dark() wrongly.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    // The Content-Security-Policy allows no data: scripts or fonts.
    assetsInlineLimit: 0,
    // The editor, which loads when a field needs it, has 580 kB; screens have their own budget (e2e/app/screen-loads).
    chunkSizeWarningLimit: 600,
  },
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    // The API must see the browser's own address: passkeys belong to it.
    proxy: {
      '/api': { target: process.env.API_ORIGIN ?? 'http://127.0.0.1:4000', changeOrigin: false },
    },
  },
});
