import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { sandboxPayments } from '#dev/sandbox/payments/keys'
import { placeholderMark } from '#worker/policy/secret-guard'

/** Where a local run listens and keeps its state. Set them all to run two copies side by side. */
export const local = {
  port: Number(process.env.PORT ?? 8787),
  sandboxPort: Number(process.env.SANDBOX_PORT ?? 8790),
  /** Vite's, in `npm run dev` alone. */
  webPort: Number(process.env.WEB_PORT ?? 5173),
  stateDir: resolve(process.env.STATE_DIR ?? '.wrangler/state'),
}

/** State of the payment sandbox; like the database it survives a restart. */
export const sandboxState = join(local.stateDir, 'sandbox.json')

export const siteOrigin = `http://localhost:${local.port}`
export const sandboxOrigin = `http://localhost:${local.sandboxPort}`

/** Vars of wrangler.toml that a local run sets to its own ports. */
export const localVars = {
  ENVIRONMENT: 'local',
  SITE_ORIGIN: siteOrigin,
  IMPORT_ALLOWED_ORIGINS: sandboxOrigin,
  MAIL_FROM: 'no-reply@localhost',
  MEDIA_BUCKET: 'nocturne-media',
  FIELD_DATASET: 'nocturne_field_data',
  ...(process.env.PASSWORD_COST && { PASSWORD_COST: process.env.PASSWORD_COST }),
  // While something else is measured, no page must be in the sample by chance.
  FIELD_SHARE: process.env.FIELD_SHARE ?? '0',
  ...(process.env.NEAR_SECONDS && { NEAR_SECONDS: process.env.NEAR_SECONDS }),
  ...sandboxPayments(sandboxOrigin),
}

const secretsFile = '.dev.vars'

/** Creates .dev.vars from the example, with random secrets, if it doesn't exist. Returns whether it did. */
export function ensureSecrets(): boolean {
  if (existsSync(secretsFile)) return false
  const example = readFileSync('.dev.vars.example', 'utf8')
  const placeholders = new RegExp(`${placeholderMark}[\\w-]*`, 'g')
  const text = example.replaceAll(placeholders, () => randomBytes(36).toString('base64url'))
  writeFileSync(secretsFile, text, { mode: 0o600 })
  return true
}

/**
 * Returns the local worker's variables: as with `wrangler dev`, a `--var` wins over .dev.vars. The key of
 * backups is for the operator's commands alone.
 */
export function workerVars(file = secretsFile): Record<string, string | undefined> {
  const { BACKUP_KEY: _, ...secrets } = parseEnv(readFileSync(file, 'utf8'))
  return { ...secrets, ...localVars }
}
