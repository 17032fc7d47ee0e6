/** What `npm run build` writes for the worker to import, before which the compiler finds no files. */

/** From web/paint. */
declare module '*/dist/paint/paint.js' {
  import type { Boot } from '../contract/schemas/site/boot'

  /** Returns the HTML of what a page shows at first, by its module's name; nothing for one that isn't painted. */
  export function paint(module: string, boot: Boot, address: string): string
}

/** From web/index.html and the build's manifest. */
declare module '*/dist/worker/page-shell.js' {
  import type { PageShell } from './http/documents/page-shell'

  export const shell: PageShell
}
