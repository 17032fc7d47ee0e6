/** Built from web/render by `npm run build`. */
declare module '*/dist/render/render.js' {
  import type { Boot } from '../contract/schemas/site/boot'

  /** Returns the HTML of what a page shows at first, by its module's name; nothing for one that the browser renders. */
  export function render(module: string, boot: Boot, address: string): Promise<string>
}
