import { parseEnv } from 'node:util'
import { areSecure, listed } from '#worker/policy/secret-guard'

/**
 * Returns why wrangler.toml, or the part of one environment, can't be deployed; null if it can. `example` is
 * the text of .dev.vars.example. With `idsMayLack`, IDs of resources yet to be created may be missing.
 */
export function productionFault(toml: string, example: string, idsMayLack = false): string | null {
  if (!idsMayLack && (/database_id = "0{8}-/.test(toml) || /\nid = "0{32}"/.test(toml)))
    return 'names no database or no KV namespace of yours'
  // With ENVIRONMENT set to local, every caller can set the clock, and so use expired sessions and URLs.
  if (varOf(toml, 'ENVIRONMENT') !== 'production') return 'has an ENVIRONMENT other than "production"'
  if (!areSecure([varOf(toml, 'SITE_ORIGIN')])) return 'has a SITE_ORIGIN that is not an https address'
  if (varOf(toml, 'SITE_ORIGIN').includes('YOUR-')) return 'has the SITE_ORIGIN of the example'
  if (!areSecure(listed(varOf(toml, 'IMPORT_ALLOWED_ORIGINS'))))
    return 'has IMPORT_ALLOWED_ORIGINS that are not https'
  const written = secretNames(example).filter((name) => new RegExp(`^${name} *=`, 'm').test(toml))
  if (written.includes('BACKUP_KEY'))
    return `holds BACKUP_KEY, which no worker may have: move it to .dev.vars or the environment of the backups`
  if (written.length > 0) return `holds ${written.join(', ')}, which must be a secret`
  return null
}

/** Returns the secrets that the site needs to start and that aren't stored. */
export function missingSecrets(example: string, stored: readonly string[]): string[] {
  return Object.keys(parseEnv(example)).filter((name) => !stored.includes(name))
}

/**
 * Returns the names of all secrets, including those behind a # in the example, but without the one setting
 * that isn't secret.
 */
export function secretNames(example: string): string[] {
  return Object.keys(parseEnv(example.replaceAll(/^# (?=[A-Z_]+=)/gm, ''))).filter(
    (name) => name !== 'PASSWORD_COST',
  )
}

/** Returns the value of a name in wrangler.toml, the first if there are several; empty if there is none. */
export function varOf(toml: string, name: string): string {
  return new RegExp(`^${name} = "(.*)"$`, 'm').exec(toml)?.[1] ?? ''
}
