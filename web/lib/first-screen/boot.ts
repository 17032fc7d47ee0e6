import type { Boot } from '#contract/schemas/site/boot'

let boot: Boot | null | undefined

/**
 * Returns the boot data that the worker wrote into the HTML. Null under Vite's own server, where everything
 * is fetched instead.
 */
export function readBoot(): Boot | null {
  if (boot === undefined) {
    const text = document.getElementById('boot')?.textContent
    boot = text ? (JSON.parse(text) as Boot) : null
  }
  return boot
}
