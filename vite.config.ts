import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, transformWithOxc } from 'vite'
import { local, siteOrigin as worker } from './scripts/lib/local.ts'

/**
 * Emits `start.ts` as its own file. As a second entry it would share chunks with the main entry, which has to
 * run after it.
 */
const startScript: Plugin = {
  name: 'start-script',
  apply: 'build',
  async buildStart() {
    const { code } = await transformWithOxc(readFileSync('web/start.ts', 'utf8'), 'start.ts')
    this.emitFile({ type: 'asset', name: 'start.js', originalFileName: 'start.ts', source: code })
  },
}

/**
 * Leaves out Tailwind's values for browsers without `@property` (Firefox before 128, Safari before 16.4), which our
 * own styles need as well.
 */
const withoutPropertyFallback: Plugin = {
  name: 'without-property-fallback',
  apply: 'build',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.css')) {
        file.source = String(file.source).replace(/@layer properties\{@supports[^{]*\{[^}]*\}\}\}/, '')
      }
    }
  },
}

/**
 * Builds the web app. In development the worker answers every request that isn't for a module or an asset.
 */
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), startScript, withoutPropertyFallback],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // data: URLs would need img-src data: for icons; a file is cached instead.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The names of all files that each later part needs would be two kilobytes of every page. A part finds its
      // own when it comes; only its styles have to be asked for with it.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
    },
    rolldownOptions: {
      output: {
        // Pages name the parts that may follow, so each character counts. Seven of a hash tell more files apart than a
        // site will ever have.
        chunkFileNames: 'assets/[hash:7].js',
        // Without groups the home page would load eighteen files, most of them a few hundred bytes. A group
        // includes whatever its modules import. Otherwise two chunks may import each other, and the one that
        // runs first finds the other's constants undefined.
        codeSplitting: {
          groups: [
            // Code for every page comes first, so that no group below contains anything that the entry
            // imports.
            { name: 'framework', test: /\/node_modules\//, tags: ['$initial'], priority: 5 },
            { name: 'shell', tags: ['$initial'], priority: 4 },
            // Small modules shared by lists and forms. In either one's group they would be loaded by the
            // other's pages too.
            {
              name: 'common',
              // Leaves out modules that only forms, notices and the control panel share.
              test: /\/lucide-react\/(?!.*\/(download|rotate-ccw|trash|arrow-(up|down)|triangle-exclamation-point|info)\.)|\/contract\/values\/shared\/duration|\/web\/(lib\/(?!zod|browser-choice|table-order|use-(form|long-form|typed|columns)|check-by|admin-paths|format-count|dom\/(save-file|take-focus|use-(focus|object|too-wide))|query\/(count-loaded|paged|refresh-admin|use-shown)|time\/time-(ago|left|text))|entities\/(settings\/|video\/((?!video)\w+-queries|card-previews|preview-|use-(locked|switch)|video-state|watch-log)|viewer\/(\w+-query|knows-passkeys|passkey)))/,
              minShareCount: 6,
              priority: 3,
            },
            // Modules that the video page shares with lists, without the cards, which it doesn't show.
            {
              name: 'posters',
              test: /\/web\/(features\/visit\/catalogue\/(chip-bar|use-overflow)|entities\/video\/(poster|premium-lock|duration-badge|card-previews|use-locked|video-queries|watch-log)|ui\/(badge|feedback\/skeleton|wordmark)|ui\/ago|lib\/(lazy-part|toggle-queue|time\/time-ago)|entities\/viewer\/use-sign-in-offer)/,
              minShareCount: 2,
              priority: 2.5,
            },
            // What the page and its player share, before the player itself has come.
            {
              name: 'playing',
              test: /\/web\/(player\/core\/(speeds|playback-state)|features\/visit\/watch\/stage\/(moment|send-view))|\/lucide-react\/.*\/(pencil|rotate-ccw)\.|\/contract\/values\/videos\/media/,
              minShareCount: 2,
              priority: 2.2,
            },
            {
              name: 'lists',
              test: /\/web\/features\/visit\/catalogue\/(?!endless)|\/contract\/values\/videos\/people-lists/,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'uploaders',
              test: /\/web\/(entities\/uploader\/|lib\/followers-label)/,
              minShareCount: 2,
              priority: 1.9,
            },
            {
              name: 'plans',
              test: /\/web\/features\/premium\/(plans\/|pay\/(method-skeleton|order-note))/,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'forms',
              test: /\/web\/(features\/account\/sign-in\/|entities\/viewer\/change-viewer|ui\/form\/(field|form-panel|password-field)|lib\/use-form)|\/contract\/values\/accounts\/messages|\/useMutation/,
              minShareCount: 2,
              priority: 1,
            },
            // Used by account pages, which would otherwise find these modules in the reports group.
            {
              name: 'account',
              test: /\/contract\/values\/(accounts\/account|shared\/time)|\/web\/entities\/viewer\/account-rules/,
              minShareCount: 2,
              priority: 0.5,
            },
            // Used by reports and removals: shared by three small pages and the dialog.
            {
              name: 'cases',
              test: /\/contract\/values\/moderation\/safety|\/web\/(features\/visit\/(report|removal)\/|entities\/case\/case-receipt|ui\/(fact-list|text-link)|lib\/time\/(time-left|time-text))/,
              minShareCount: 2,
              priority: 0,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    port: local.webPort,
    // On another port, the worker would refuse every write as one from another site.
    strictPort: true,
    // The checkout document needs its own content policy, so the worker serves it from the last build.
    proxy: {
      '/api': worker,
      '/media': worker,
      '^/checkout(\\?|$)': worker,
      '^/embed/': worker,
      '/assets': worker,
    },
  },
})
