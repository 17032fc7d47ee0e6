import { keepChoice, readChoice } from '../../../lib/browser-choice'

const name = 'recentSearches'
const keptAtMost = 8

/** Returns what was searched for last in this browser, latest first. It is kept nowhere else. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(readChoice(name) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

export function keepSearch(q: string): void {
  const others = recentSearches().filter((each) => each !== q)
  keepChoice(name, JSON.stringify([q, ...others].slice(0, keptAtMost)))
}

export function forgetSearch(q: string): void {
  keepChoice(name, JSON.stringify(recentSearches().filter((each) => each !== q)))
}

export function forgetSearches(): void {
  keepChoice(name, '[]')
}
