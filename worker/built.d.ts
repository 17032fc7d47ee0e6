/** Types of the modules that `npm run build` writes for the worker: the compiler must not need a build. */

/** From web/render. */
declare module '#dist/worker/render.js' {
  import type { Boot } from '#contract/schemas/site/boot'

  /** Returns the HTML that a page shows first, by its module's name; nothing for a page that the browser renders. */
  export function render(module: string, boot: Boot, address: string): Promise<string>
}

/** From web/index.html and the build's manifest. */
declare module '#dist/worker/page-shell.js' {
  import type { PageShell } from './http/documents/page-shell'

  export const shell: PageShell
}
