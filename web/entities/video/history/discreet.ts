import { keepChoice, readChoice } from '#web/lib/browser-choice'
import { isChosen } from '#web/lib/dom/display-choice'

const name = 'discreet-history'

/** Returns whether a discreet browser records the videos watched; it doesn't until someone turns it on. */
export function keepsDiscreetHistory(): boolean {
  return readChoice(name) === 'on'
}

export function setKeepsDiscreetHistory(on: boolean): void {
  keepChoice(name, on ? 'on' : 'off')
}

/** Returns whether nothing may be recorded now: neither in this browser nor on the account. */
export function isHistoryPaused(): boolean {
  return isChosen('discreet') && !keepsDiscreetHistory()
}
