import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const worker = `http://localhost:${process.env.PORT ?? 8787}`

/** The web app. In development the worker answers everything that isn't a module or an asset. */
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // data: URLs would need img-src data: for icons; a file is cached instead.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: { '/api': worker, '/media': worker },
  },
})
