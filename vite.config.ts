import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { type Scheme, tokens } from './web/ui/tokens.ts'

export default defineConfig({
  root: 'web',
  plugins: [react(), firstPaint()],
  // MapLibre loads its worker as an ES module.
  worker: { format: 'es' },
  build: { outDir: '../dist', emptyOutDir: true, manifest: true, target: 'es2023', sourcemap: false },
  server: {
    proxy: Object.fromEntries(
      [
        '/api',
        '/identity',
        '/fetcher',
        '/statistics',
        '/functions',
        '/downloads',
        '/basemap',
        '/health',
        '/gateway',
        '/dev',
      ]
        // Sources of the console live in folders of the same name, /api/call.ts for one: those are Vite's own.
        .map((path): [string, string] => [`^${path}(?!.*\\.ts)`, server()])
        .concat([['/realtime', server().replace('http', 'ws')]])
        .map(([path, target]) => [path, { target, ws: target.startsWith('ws') }]),
    ),
  },
})

/** The server behind `npm run dev`. */
function server() {
  return process.env.SERVER_URL ?? 'http://localhost:3000'
}

/** Paints the ground in the right theme before any script of the console has run. */
function firstPaint(): Plugin {
  const ground = (scheme: Scheme) =>
    `[data-mantine-color-scheme="${scheme}"]{color-scheme:${scheme};background:${tokens[scheme].neutral.bg}}`
  return {
    name: 'first-paint',
    transformIndexHtml: () => [
      { tag: 'style', children: ground('dark') + ground('light'), injectTo: 'head-prepend' },
      {
        tag: 'meta',
        attrs: { name: 'theme-color', content: tokens.dark.neutral.surface1 },
        injectTo: 'head-prepend',
      },
    ],
  }
}
