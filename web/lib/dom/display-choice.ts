import { type DisplayChoice, displayCookie } from '#contract/values/site/display'
import { writeCookie } from './write-cookie'

/**
 * Returns whether it is chosen in this browser; under Vite's own server, only a change in this document
 * counts.
 */
export function isChosen(choice: DisplayChoice): boolean {
  return document.documentElement.classList.contains(choice)
}

export function choose(choice: DisplayChoice, on: boolean): void {
  document.documentElement.classList.toggle(choice, on)
  writeCookie({ name: choice, ...displayCookie, ...(!on && { maxAge: 0 }) })
}
