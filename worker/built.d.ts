/** What `npm run build` writes for the worker to import, before which the compiler finds no files. */

/** From web/render. */
declare module '*/dist/worker/render.js' {
  import type { Boot } from '../contract/schemas/site/boot'

  /** Returns the HTML of what a page shows at first, by its module's name; nothing for one that the browser renders. */
  export function render(module: string, boot: Boot, address: string): Promise<string>
}

/** From web/index.html and the build's manifest. */
declare module '*/dist/worker/page-shell.js' {
  import type { PageShell } from './http/documents/page-shell'

  export const shell: PageShell
}
