import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sandboxPayments } from '../../dev/sandbox/payments/keys'
import { bins, run, type Service, start, stop, untilReady } from '../../scripts/lib/process'
import { newName, randomAddress } from '../e2e/support/site'
import { workerMemory } from './memory'

const env = {
  ...process.env,
  ...{ WRANGLER_SEND_METRICS: 'false', X_LOCAL_OBSERVABILITY: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' },
}

/** A site whose worker can be killed while its sandbox, and the money in it, lives on. */
export class KillableSite {
  readonly origin: string
  private readonly sandboxOrigin: string
  private sandbox: Service | undefined
  private worker: Service | undefined

  constructor(
    readonly stateDir: string,
    private readonly port: number,
  ) {
    this.origin = `http://localhost:${port}`
    this.sandboxOrigin = `http://localhost:${port + 3}`
  }

  async open(): Promise<void> {
    const apply = ['d1', 'migrations', 'apply', 'nocturne', '--local', '--persist-to', this.stateDir]
    await run(process.execPath, [bins.wrangler, ...apply], { env })
    this.sandbox = start('The sandbox', process.execPath, ['dev/sandbox/server.ts'], {
      env: {
        ...env,
        ...{ SANDBOX_PORT: String(this.port + 3), SITE_ORIGIN: this.origin },
        SANDBOX_STATE: join(this.stateDir, 'sandbox.json'),
      },
    })
    await untilReady(`${this.sandboxOrigin}/__ctl`, this.sandbox, 30)
    await this.startWorker()
  }

  async startWorker(): Promise<void> {
    const vars = {
      ...{ ENVIRONMENT: 'local', SITE_ORIGIN: this.origin, MAIL_FROM: 'no-reply@localhost' },
      MAIL_SANDBOX: `${this.sandboxOrigin}/mail`,
      ...sandboxPayments(this.sandboxOrigin),
    }
    const given = Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`])
    const ports = ['--port', String(this.port), '--inspector-port', '0', '--persist-to', this.stateDir]
    const quiet = ['--test-scheduled', '--show-interactive-dev-session=false', '--log-level', 'error']
    const args = [bins.wrangler, 'dev', ...ports, ...quiet, ...given]
    this.worker = start('wrangler dev', process.execPath, args, { env })
    await untilReady(`${this.origin}/api/settings`, this.worker, 180)
  }

  /** Kills wrangler and workerd at once without warning, as a power cut would. */
  async kill(): Promise<void> {
    const pid = this.worker?.child.pid
    if (pid === undefined) throw new Error('There is no worker to kill')
    process.kill(-pid, 'SIGKILL')
    await this.worker?.exit
  }

  /** Returns the resident bytes of its workerd. */
  memory(): number {
    return workerMemory(this.worker?.child.pid)
  }

  async close(): Promise<void> {
    for (const service of [this.worker, this.sandbox]) if (service) await stop(service)
  }

  /** Runs a command of the sandbox. */
  control<T>(command: string, body: unknown): Promise<T> {
    return post<T>(`${this.sandboxOrigin}/__ctl${command}`, body, {})
  }

  /** Clears the sandbox's faults and the emails it received. */
  async forget(): Promise<void> {
    await fetch(`${this.sandboxOrigin}/__ctl`, { method: 'DELETE' })
  }

  /** Runs what is due at that time, as the platform's cron would. */
  async cron(at: number): Promise<void> {
    const response = await fetch(`${this.origin}/cdn-cgi/handler/scheduled?time=${at}`)
    if (!response.ok) throw new Error(`The cron answered ${response.status}`)
  }

  /** Creates an account. Returns functions that call the API as that account. */
  person(name = newName()) {
    return this.enter('signup', { username: name, email: `${name}@example.com`, password: newPassword() })
  }

  /** Creates an account and promotes it, like a site's first administrator. */
  async administrator() {
    const { name, password } = await this.person()
    const promote = ['scripts/admin.ts', 'promote', name, '--local']
    await run(process.execPath, promote, { env: { ...env, STATE_DIR: this.stateDir } })
    return this.enter('login', { username: name, password })
  }

  private async enter(how: 'signup' | 'login', body: { username: string; password: string; email?: string }) {
    const response = await fetch(`${this.origin}/api/auth/${how}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cf-connecting-ip': randomAddress() },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${how} failed: ${await response.text()}`)
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    return {
      ...{ name: body.username, password: body.password, cookie },
      get: async <T>(path: string): Promise<T> =>
        (await (await fetch(this.origin + path, { headers: { cookie } })).json()) as T,
      post: <T>(path: string, body: unknown): Promise<T> => post<T>(this.origin + path, body, { cookie }),
    }
  }
}

export type Person = Awaited<ReturnType<KillableSite['person']>>

function newPassword(): string {
  return randomBytes(12).toString('hex')
}

async function post<T>(url: string, body: unknown, headers: Record<string, string>): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return (await response.json()) as T
}
