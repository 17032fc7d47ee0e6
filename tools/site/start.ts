import { connect } from 'node:net'
import { bins, type Service, start, stop, untilReady } from '../programs/process.ts'
import { wranglerEnv } from '../programs/wrangler.ts'
import { local, localVars, sandboxOrigin, sandboxState, siteOrigin } from './local.ts'

export interface Site {
  services: Service[]
  stop(): Promise<void>
}

/** Throws a sentence when a port is taken: another server there would be mistaken for the site. */
export async function requireFreePorts(): Promise<void> {
  const ports = { PORT: local.port, SANDBOX_PORT: local.sandboxPort }
  for (const [name, port] of Object.entries(ports)) {
    if (await answers(port))
      throw new Error(`Port ${port} is in use. Stop what listens there, or set ${name}.`)
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost' })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/**
 * Starts the sandbox and `wrangler dev`, and calls the worker's cron every minute, which wrangler doesn't do
 * locally. Stops both when either can't start. `entry` is served instead of the worker.
 */
export async function startSite(vars: Record<string, string> = {}, entry?: string): Promise<Site> {
  await requireFreePorts()
  const sandbox = start('The sandbox', process.execPath, ['dev/sandbox/server.ts'], {
    env: {
      ...process.env,
      SANDBOX_PORT: String(local.sandboxPort),
      SITE_ORIGIN: siteOrigin,
      SANDBOX_STATE: sandboxState,
    },
  })
  const given = Object.entries({ ...localVars, ...vars }).flatMap(([name, value]) => [
    '--var',
    `${name}:${value}`,
  ])
  const worker = start(
    'wrangler dev',
    process.execPath,
    [
      bins.wrangler,
      'dev',
      ...(entry ? [entry] : []),
      '--port',
      String(local.port),
      '--inspector-port',
      '0',
      '--persist-to',
      local.stateDir,
      '--test-scheduled',
      '--show-interactive-dev-session=false',
      '--log-level',
      'warn',
      ...given,
    ],
    { env: wranglerEnv },
  )
  const cron = setInterval(() => {
    // The worker logs a failed tick; the next one does its work.
    fetch(`${siteOrigin}/cdn-cgi/handler/scheduled`).catch(() => undefined)
  }, 60_000)
  const site: Site = {
    services: [sandbox, worker],
    stop: async () => {
      clearInterval(cron)
      await Promise.all([stop(worker), stop(sandbox)])
    },
  }
  try {
    await untilReady(`${sandboxOrigin}/__ctl`, sandbox, 30)
    await untilReady(`${siteOrigin}/api/settings`, worker, 60)
  } catch (error) {
    await site.stop()
    throw error
  }
  return site
}
