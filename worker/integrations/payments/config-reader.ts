import { listed, type SecretGuard } from '../../policy/secret-guard'

/** Reads the variables of payment methods. Finds faults without throwing: a method at fault is off. */
export interface ConfigReader {
  production: boolean
  text(name: string, fallback?: string): string
  /** Null unless all are set. None set is a method that isn't offered; some set is a mistake, which is noted. */
  all<Name extends string>(names: readonly Name[]): Record<Name, string> | null
  /** A configurable base address could be a switch for free premium: production accepts only the provider's own. */
  isLive(name: string, value: string, live: readonly string[]): boolean
  /** Judges the secrets of a variable, of which a list has several. */
  isSafe(name: string): boolean
  /** Notes a fault as a full sentence, for log and administrator. */
  problem(sentence: string): void
}

/** `guard` judges the secrets; it knows those of the site itself. Problems are added to the list. */
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
      // A list of nothing is nothing, too.
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
