/** Built from web/paint by `npm run build`. */
declare module '*/dist/paint/paint.js' {
  import type { Boot } from '../contract/schemas/site/boot'

  /** Returns the HTML of what a page shows at first, by its module's name; nothing for one that isn't painted. */
  export function paint(module: string, boot: Boot, address: string): string
}
