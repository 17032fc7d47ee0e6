/** Types of the modules that `npm run build` writes for the worker: the compiler must not need a build. */

/** From web/render. */
declare module '#dist/worker/render.js' {
  import type { RefusedRequest, RemovalReceipt } from '#contract/schemas/moderation/safety'
  import type { Boot } from '#contract/schemas/site/boot'
  import type { LegalDocument } from '#contract/schemas/site/settings'

  /** Returns the HTML that a page shows first, by its module's name; nothing for a page that the browser renders. */
  export function render(module: string, boot: Boot, address: string): Promise<string>
  /** Returns what a legal page shows without JavaScript; `refused` is the request that was just sent by its form. */
  export function renderLegal(
    boot: Boot,
    document: LegalDocument,
    address: string,
    refused: RefusedRequest | null,
  ): Promise<string>
  /** Returns what the page of a removal request shows without JavaScript; `null` if there is none. */
  export function renderReceipt(boot: Boot, receipt: RemovalReceipt | null): Promise<string>
}

/** From web/index.html and the build's manifest. */
declare module '#dist/worker/page-shell.js' {
  import type { PageShell } from './http/documents/page-shell'

  export const shell: PageShell
}
