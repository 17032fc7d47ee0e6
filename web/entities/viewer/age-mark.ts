import { ageCookie, ageStorage } from '#contract/values/shared/limits'
import { writeCookie } from '#web/lib/dom/write-cookie'

/**
 * Returns whether the visitor has passed the age gate. Either the flag or the cookie counts, and a missing
 * one is restored.
 */
export function readAgeMark(): boolean {
  const cookie = document.cookie.split('; ').includes(`${ageCookie.name}=${ageCookie.value}`)
  const confirmed = cookie || readFlag()
  if (confirmed) writeAgeMark()
  return confirmed
}

export function writeAgeMark(): void {
  writeCookie(ageCookie)
  try {
    localStorage.setItem(ageStorage.key, ageStorage.value)
  } catch {
    // Storage is switched off; the cookie is enough.
  }
}

function readFlag(): boolean {
  try {
    return localStorage.getItem(ageStorage.key) === ageStorage.value
  } catch {
    return false
  }
}
