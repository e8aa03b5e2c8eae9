import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'web',
  plugins: [react()],
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
        .map((path) => [path, 'http://localhost:3000'] as const)
        .concat([['/realtime', 'ws://localhost:3000']])
        .map(([path, target]) => [path, { target, ws: target.startsWith('ws') }]),
    ),
  },
})
