import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { getPlatformProxy, unstable_readConfig } from 'wrangler'
import type { Environment } from '../deploy/environment.ts'

/** The site to open: the local one of a folder, or one at Cloudflare. */
export type Place = { stateDir: string } | { environment: Environment }

/** The stores of a site, which hold all of its data. */
export interface Stores {
  /** The site's name: "local", or its origin. */
  name: string
  db: D1Database
  media: R2Bucket
  kv: KVNamespace
}

export interface OpenSite extends Stores {
  /** All bindings, for running the product's own code. All but the stores are local. */
  env: Env
  close(): Promise<void>
}

/**
 * Opens the stores of a site. Its bindings work the same for a local site and for one at Cloudflare, to which
 * wrangler passes each call on. The latter needs a signed-in wrangler.
 */
export async function openSite(place: Place): Promise<OpenSite> {
  if ('stateDir' in place) {
    const persist = { path: join(place.stateDir, 'v3') }
    return opened('local', await getPlatformProxy<Env>({ persist, remoteBindings: false }))
  }
  const folder = mkdtempSync(join(tmpdir(), 'nocturne-remote-'))
  const configPath = join(folder, 'wrangler.json')
  const config = configOf(place.environment)
  writeFileSync(configPath, JSON.stringify(remoteConfig(config)))
  const proxy = await getPlatformProxy<Env>({ configPath, persist: { path: join(folder, 'state') } })
  return opened(String(config.vars.SITE_ORIGIN), proxy, () => rmSync(folder, { recursive: true }))
}

/**
 * Drops workerd's notes, each with a stack, that the running site was just writing to a database: the call is
 * repeated, or fails with an error that says so. For a process that ends with its site.
 */
export function silenceLocks(): void {
  const { console: shared } = globalThis
  const print = shared.error
  shared.error = (...message: unknown[]) => {
    if (!message.join(' ').includes('SQLITE_BUSY')) print(...message)
  }
}

function opened(
  name: string,
  { env, dispose }: { env: Env; dispose(): Promise<void> },
  after: () => void = () => undefined,
): OpenSite {
  return {
    name,
    env,
    db: env.DB,
    media: env.MEDIA,
    kv: env.SETTINGS,
    close: async () => {
      await dispose()
      after()
    },
  }
}

type Config = ReturnType<typeof unstable_readConfig>

function configOf(environment: Environment): Config {
  return unstable_readConfig({ config: 'wrangler.toml', ...(environment && { env: environment }) })
}

/**
 * Returns the variables that the product's code needs for a site at Cloudflare. No one can read the secrets
 * there, so random ones take their places: a restore signs nothing. `example` is the text of
 * .dev.vars.example.
 */
export function varsAt(environment: Environment, example: string): Record<string, string> {
  const secret = () => randomBytes(36).toString('base64url')
  const secrets = Object.entries(parseEnv(example)).map(([name, value]) => [
    name,
    /^\w+:/.test(value ?? '') ? `k1:${secret()}` : secret(),
  ])
  return { ...(configOf(environment).vars as Record<string, string>), ...Object.fromEntries(secrets) }
}

/** Returns wrangler.toml's configuration of a site, with its stores, and nothing else, at Cloudflare. */
export function remoteConfig(config: Config) {
  const there = <Binding extends object>(bindings: Binding[]) =>
    bindings.map((binding) => ({ ...binding, remote: true }))
  return {
    name: config.name,
    account_id: config.account_id,
    vars: config.vars,
    compatibility_date: config.compatibility_date,
    compatibility_flags: config.compatibility_flags,
    d1_databases: there(config.d1_databases),
    r2_buckets: there(config.r2_buckets),
    kv_namespaces: there(config.kv_namespaces),
    queues: { producers: config.queues.producers ?? [] },
    version_metadata: config.version_metadata,
  }
}
