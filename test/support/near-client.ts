import { env } from 'cloudflare:workers'
import { EnvClient } from './env-client'

const nearEnv = { ...env, NEAR_SECONDS: '10' }

/** A browser of a site whose public rows come from the edge's cache. */
export class NearClient extends EnvClient {
  constructor() {
    super(nearEnv)
  }
}
