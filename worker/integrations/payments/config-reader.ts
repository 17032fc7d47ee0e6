import { listed, type SecretGuard } from '../../policy/secret-guard'

/** Reads the variables of payment methods. Finds faults without throwing: a method at fault is off. */
export interface ConfigReader {
  production: boolean
  text(name: string, fallback?: string): string
  /**
   * Returns null unless all are set. With none set, the method isn't offered; with only some set, a problem
   * is noted.
   */
  all<Name extends string>(names: readonly Name[]): Record<Name, string> | null
  /**
   * Returns whether a base URL is one of the provider's own. Production accepts no other, which could give
   * away premium.
   */
  isLive(name: string, value: string, live: readonly string[]): boolean
  /** Returns whether all secrets of a variable, which may be a list, are safe. */
  isSafe(name: string): boolean
  /** Notes a fault as a full sentence, for log and administrator. */
  problem(sentence: string): void
}

/**
 * Returns a reader that adds problems to the list. `guard` judges the secrets; it knows those of the site
 * itself.
 */
export function configReader(
  env: unknown,
  production: boolean,
  guard: SecretGuard,
  problems: string[],
): ConfigReader {
  const vars = env as Record<string, unknown>
  const text = (name: string, fallback = '') => {
    const value = vars[name]
    return typeof value === 'string' ? value.trim() : fallback
  }
  return {
    production,
    text,
    all(names) {
      // A list without entries counts as missing.
      const missing = names.filter((name) => text(name).replaceAll(/[,\s]/g, '') === '')
      if (missing.length > 0 && missing.length < names.length)
        problems.push(`${missing.join(', ')} missing, so that method of payment is off.`)
      if (missing.length > 0) return null
      return Object.fromEntries(names.map((name) => [name, text(name)])) as Record<
        (typeof names)[number],
        string
      >
    },
    isLive(name, value, live) {
      if (!production || live.includes(value)) return true
      problems.push(`${name} is not the provider's live address, so payments by it are off in production.`)
      return false
    },
    isSafe(name) {
      const faults = new Set(listed(text(name)).flatMap((secret) => guard(name, secret) ?? []))
      for (const fault of faults) problems.push(`${name} ${fault}, so payments by it are off in production.`)
      return faults.size === 0
    },
    problem(sentence) {
      problems.push(sentence)
    },
  }
}
