import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { getPlatformProxy } from 'wrangler'
import { sandboxPayments } from '#dev/sandbox/payments/keys'
import { bins, run, type Service, start, stop, untilReady } from '#tools/programs/process'
import { newName, randomAddress } from '../../e2e/support/site'
import { type Heaps, heapsOf } from './heap'
import { workerMemory } from './memory'

const env = {
  ...process.env,
  WRANGLER_SEND_METRICS: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
}

interface Options {
  /** Vars of the worker besides those of every such site. */
  vars?: Record<string, string>
  /** An entry served in place of the worker. */
  entry?: string
}

/** A premium video, since an empty site sells nothing. */
const shelf = `
  INSERT INTO users (username, username_canonical, username_skeleton, email, email_canonical, password_hash, created_at)
    VALUES ('uploader', 'uploader', 'uploader', 'uploader@example.org', 'uploader@example.org', '', 0);
  INSERT INTO videos (user_id, title, title_folded, category_id, is_premium, status, created_at)
    SELECT (SELECT max(id) FROM users), 'A film', 'a film', min(id), 1, 'ready', 0 FROM categories;`

/** A site whose worker can be killed while its sandbox, and the money in it, lives on. */
export class KillableSite {
  readonly origin: string
  private readonly sandboxOrigin: string
  /** Number of responses to the people of this site. */
  answers = 0
  private sandbox: Service | undefined
  private worker: Service | undefined

  constructor(
    readonly stateDir: string,
    private readonly port: number,
    private readonly options: Options = {},
  ) {
    this.origin = `http://localhost:${port}`
    this.sandboxOrigin = `http://localhost:${port + 3}`
  }

  async open(): Promise<void> {
    const apply = ['d1', 'migrations', 'apply', 'nocturne', '--local', '--persist-to', this.stateDir]
    await run(process.execPath, [bins.wrangler, ...apply], { env })
    const stock = ['d1', 'execute', 'nocturne', '--local', '--persist-to', this.stateDir, '--command', shelf]
    await run(process.execPath, [bins.wrangler, ...stock], { env })
    this.sandbox = start('The sandbox', process.execPath, ['dev/sandbox/server.ts'], {
      env: {
        ...env,
        SANDBOX_PORT: String(this.port + 3),
        SITE_ORIGIN: this.origin,
        SANDBOX_STATE: join(this.stateDir, 'sandbox.json'),
      },
    })
    await untilReady(`${this.sandboxOrigin}/__ctl`, this.sandbox, 30)
    await this.startWorker()
  }

  async startWorker(): Promise<void> {
    const vars = {
      ENVIRONMENT: 'local',
      SITE_ORIGIN: this.origin,
      MAIL_FROM: 'no-reply@localhost',
      MAIL_SANDBOX: `${this.sandboxOrigin}/mail`,
      ...sandboxPayments(this.sandboxOrigin),
      ...this.options.vars,
    }
    const given = Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`])
    const ports = ['--port', String(this.port), '--inspector-port', '0', '--persist-to', this.stateDir]
    const quiet = ['--test-scheduled', '--show-interactive-dev-session=false', '--log-level', 'error']
    const { entry = 'test/long/support/cron-worker.ts' } = this.options
    const args = [bins.wrangler, 'dev', entry, ...ports, ...quiet, ...given]
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

  /** Returns the bytes in the isolates of its workerd. */
  heaps(): Promise<Heaps> {
    return heapsOf(Number(this.worker?.child.pid))
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

  /** Runs the tasks that are due at that time, as the platform's cron would. */
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
    return this.signIn({ name, password })
  }

  /** Signs an account in again. */
  signIn({ name, password }: { name: string; password: string }) {
    return this.enter('login', { username: name, password })
  }

  private async enter(how: 'signup' | 'login', body: { username: string; password: string; email?: string }) {
    // Each has another address, or they would all share one limit.
    const address = { 'cf-connecting-ip': randomAddress() }
    const response = await fetch(`${this.origin}/api/auth/${how}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...address },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${how} failed: ${await response.text()}`)
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    /** Sends JSON, or bytes unchanged. Returns the whole answer. */
    const send = async (
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const isBytes = body instanceof Uint8Array
      const type = isBytes || body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await fetch(this.origin + path, {
        method,
        headers: { cookie, ...address, ...type, ...headers },
        body: isBytes ? Buffer.from(body) : JSON.stringify(body),
      })
      this.answers += 1
      return response
    }
    return {
      name: body.username,
      password: body.password,
      cookie,
      send,
      get: async <T>(path: string): Promise<T> => (await (await send('GET', path)).json()) as T,
      post: async <T>(path: string, body: unknown): Promise<T> =>
        (await (await send('POST', path, body)).json()) as T,
    }
  }
}

interface Store {
  d1: D1Database
  media: R2Bucket
}

/** Opens the site's storage while its worker is down. */
export async function withStore<T>(site: KillableSite, use: (store: Store) => Promise<T>): Promise<T> {
  const persist = { path: join(site.stateDir, 'v3') }
  const proxy = await getPlatformProxy<Env>({ persist, remoteBindings: false })
  try {
    return await use({ d1: proxy.env.DB, media: proxy.env.MEDIA })
  } finally {
    await proxy.dispose()
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

/** Returns the files without a row, and the rows without a file. */
export async function storageFaults({ d1, media }: Store): Promise<string[]> {
  const { results } = await d1.prepare('select key from media_objects').all<{ key: string }>()
  const rows = new Set(results.map(({ key }) => key))
  const files = new Set<string>()
  for (let page: R2Objects | undefined; !page || page.truncated; ) {
    page = await media.list(page?.truncated ? { cursor: page.cursor } : {})
    for (const { key } of page.objects) files.add(key)
  }
  return [
    ...[...files].filter((key) => !rows.has(key)).map((key) => `no row for ${key}`),
    ...[...rows].filter((key) => !files.has(key)).map((key) => `no file for ${key}`),
  ]
}
