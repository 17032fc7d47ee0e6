/** Returns the choice made in this browser, or null. */
export function readChoice(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Keeps a choice in this browser. */
export function keepChoice(name: string, choice: string): void {
  try {
    localStorage.setItem(name, choice)
  } catch {
    // Storage is full or forbidden: the choice lasts for this page only.
  }
}
