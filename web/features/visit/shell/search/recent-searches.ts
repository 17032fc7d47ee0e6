import { keepChoice, readChoice } from '#web/lib/browser-choice'
import { isChosen } from '#web/lib/dom/display-choice'

const name = 'recentSearches'
const keptAtMost = 8

/** Returns the recent searches of this browser, latest first; nothing while it is discreet. Kept nowhere else. */
export function recentSearches(): string[] {
  return isChosen('discreet') ? [] : keptSearches()
}

function keptSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(readChoice(name) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** Keeps a search, but not in a discreet browser. */
export function keepSearch(q: string): void {
  if (isChosen('discreet')) return
  const others = keptSearches().filter((each) => each !== q)
  keepChoice(name, JSON.stringify([q, ...others].slice(0, keptAtMost)))
}

export function forgetSearch(q: string): void {
  keepChoice(name, JSON.stringify(keptSearches().filter((each) => each !== q)))
}

export function forgetSearches(): void {
  keepChoice(name, '[]')
}
