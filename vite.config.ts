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
    rolldownOptions: {
      output: {
        // Left to itself the build gives the home page fifteen files of a kilobyte.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'framework',
              test: /\/node_modules\/(react|react-dom|scheduler|react-router|@tanstack|hono)\//,
              priority: 2,
            },
            {
              // What most pages share. Ark's parts and zod stay out, or the first load would bring them.
              name: 'kit',
              test: /\/web\/(ui\/(?!dialog|tabs|menu)|lib\/(?!zod)|features\/(catalogue|premium)\/)|\/lucide-react\/|\/clsx\//,
              minShareCount: 2,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: { '/api': worker, '/media': worker },
  },
})
