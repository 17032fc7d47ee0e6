import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { schemaQuery } from '#db/schema-lines'
import { partOf } from '#tools/deploy/environment'
import { resourcesOf } from '#tools/deploy/resources'
import { stepsOf, type Wishes, type World } from '#tools/deploy/steps'

const toml = readFileSync('wrangler.toml', 'utf8')
const ofOwn = toml
  .replace('ENVIRONMENT = "local"', 'ENVIRONMENT = "production"')
  .replace('SITE_ORIGIN = "http://localhost:8787"', 'SITE_ORIGIN = "https://site.test"')
  .replace('https://nocturne-staging.YOUR-SUBDOMAIN.workers.dev', 'https://staging.site.test')
const production: Wishes = { environment: null, gradual: false, forgetBuilds: false }

/** A module that makes a process fail when it opens a connection, if it is loaded first. */
const offline = `data:text/javascript,${encodeURIComponent(
  `import net from 'node:net'; net.Socket.prototype.connect = () => { throw new Error('Not offline') }`,
)}`

/** A Cloudflare account and a copy of the repository, as far as a deployment uses them. */
interface Account {
  world: World
  /** The calls to wrangler, to the site and on this machine, in order. */
  done: string[]
  said: string[]
  files: Record<string, string>
  databases: { name: string; uuid: string }[]
  namespaces: { title: string; id: string }[]
  /** Buckets and queues. */
  others: string[]
  secrets: string[]
  /** Whether the site has tables and answers. */
  isDeployed: boolean
}

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nocturne-deploy-'))
  mkdirSync(join(folder, 'dist/web/assets'), { recursive: true })
  writeFileSync(join(folder, 'dist/web/assets/entry-1.js'), 'entry')
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

function emptyAccount(): Account {
  const account: Account = {
    done: [],
    said: [],
    files: { 'wrangler.toml': ofOwn, 'db/expected-schema.txt': 'table videos\n' },
    databases: [],
    namespaces: [],
    others: [],
    secrets: ['SESSION_KEYS', 'PASSWORD_PEPPER', 'MEDIA_KEY', 'VIEWER_KEY'],
    isDeployed: false,
    world: {
      wrangler: async (args) => {
        account.done.push(args.join(' '))
        return wranglerOf(account, args)
      },
      wranglerAloud: async (args) => {
        account.done.push(args.join(' '))
        if (args[0] === 'deploy') {
          cpSync(join(folder, 'dist/deploy'), join(folder, 'live'), { recursive: true })
          account.isDeployed = true
          return 'version-1'
        }
        return null
      },
      queryD1: async <Row>(sql: string) =>
        (sql === schemaQuery || account.isDeployed
          ? [{ type: 'table', name: 'videos', sql: '' }]
          : []) as Row[],
      get: async (url) => siteOf(account, new URL(url).pathname),
      read: (file) => account.files[file] ?? readFileSync(file, 'utf8'),
      write: (file, text) => {
        account.files[file] = text
      },
      rename: (from, to) => void account.done.push(`rename ${from} ${to}`),
      check: async () => void account.done.push('check'),
      build: async () => void account.done.push('build'),
      say: (text) => void account.said.push(text),
      folders: { from: join(folder, 'dist/web'), to: join(folder, 'dist/deploy') },
      pause: 0,
    },
  }
  return account
}

function wranglerOf(account: Account, args: string[]): string {
  const [kind = '', verb = '', name = '', last = ''] = args
  if (kind === 'secret') return JSON.stringify(account.secrets.map((each) => ({ name: each })))
  if (kind === 'd1' && verb === 'list') return `A note.\n${JSON.stringify(account.databases)}`
  if (kind === 'd1') account.databases.push({ name, uuid: `uuid-of-${name}` })
  else if (kind === 'kv' && name === 'list') return JSON.stringify(account.namespaces)
  else if (kind === 'kv') account.namespaces.push({ title: last, id: `id-of-${last}` })
  else {
    const other = `${kind} ${kind === 'r2' ? last : name}`
    const isCreated = verb === 'create' || name === 'create'
    if (isCreated) account.others.push(other)
    else if (!account.others.includes(other)) throw new Error(`${other} does not exist.`)
  }
  return ''
}

function siteOf({ isDeployed, done }: Account, path: string): Response {
  done.push(`GET ${path}`)
  if (!isDeployed) throw new Error('No such host')
  if (path === '/api/settings') return Response.json({ maintenanceMode: false })
  if (path === '/api/videos') return Response.json([])
  if (path === '/') return new Response('<script src="/assets/entry-1.js"></script>')
  return new Response(readFileSync(join(folder, 'live', path)))
}

async function deploy(account: Account, wishes = production): Promise<void> {
  for (const { run } of stepsOf(wishes, account.world)) await run()
}

describe('npm run deploy', () => {
  it('prints each step with its commands in a dry run, and touches nothing', () => {
    const touched = () => {
      throw new Error('A dry run touches nothing')
    }
    const world: World = {
      wrangler: touched,
      wranglerAloud: touched,
      queryD1: touched,
      get: touched,
      write: touched,
      rename: touched,
      check: touched,
      build: touched,
      say: touched,
      pause: 0,
      folders: { from: 'none', to: 'none' },
      read: (file) => readFileSync(file, 'utf8'),
    }
    expect(stepsOf(production, world).length).toBeGreaterThan(8)
    const print = (...args: string[]) =>
      execFileSync('node', ['scripts/deploy.ts', '--dry-run', ...args], {
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: `--import=${offline}` },
      })
    const printed = print()
    const lines = [
      'npx wrangler d1 create nocturne ',
      'npx wrangler r2 bucket create nocturne-media ',
      'npx wrangler queues create nocturne-jobs-dead ',
      'npx wrangler secret list',
      'npm run build',
      'npm run check',
      '/builds.json',
      'npx wrangler d1 migrations apply DB --remote',
      'npx wrangler deploy --assets dist/deploy --outdir dist/maps/new --env ""',
      '/api/settings',
    ]
    expect(lines.map((line) => printed.indexOf(line)).every((at) => at > 0)).toBe(true)
    expect(lines.toSorted((one, other) => printed.indexOf(one) - printed.indexOf(other))).toEqual(lines)
    const staging = print('--env', 'staging', '--gradual')
    expect(staging).toContain(
      'npx wrangler versions upload --assets dist/deploy --outdir dist/maps/new --env staging',
    )
    expect(staging).toContain('npx wrangler queues create nocturne-staging-imports ')
    expect(staging).not.toMatch(/create nocturne-(media|jobs|imports)/)
  })

  it('creates what an empty account lacks, and then deploys', async () => {
    const account = emptyAccount()
    await deploy(account)
    const part = partOf(account.files['wrangler.toml'] ?? '', null)
    expect(part).toContain('database_id = "uuid-of-nocturne"')
    expect(part).toContain('id = "id-of-nocturne-settings"')
    expect(account.others).toEqual([
      'r2 nocturne-media',
      ...['jobs', 'imports', 'jobs-dead', 'imports-dead'].map((name) => `queues nocturne-${name}`),
    ])
    const order = [
      'build',
      'check',
      'd1 migrations apply DB',
      'deploy --assets',
      'rename dist/maps/new dist/maps/version-1',
      'GET /builds',
      'GET /api/settings',
    ]
    const places = order.map((start) => account.done.findIndex((each) => each.startsWith(start)))
    expect(places.every((place, at) => place > (places[at - 1] ?? -1))).toBe(true)
    // Staging is another site.
    expect(partOf(account.files['wrangler.toml'] ?? '', 'staging')).toBe(partOf(ofOwn, 'staging'))
  })

  it('creates nothing twice', async () => {
    const account = emptyAccount()
    await deploy(account)
    // Another machine, which never got the IDs.
    account.files['wrangler.toml'] = ofOwn
    account.done.length = 0
    await deploy(account)
    expect(account.done.filter((each) => each.includes(' create '))).toEqual([])
    expect(account.files['wrangler.toml']).toContain('database_id = "uuid-of-nocturne"')
  })

  it('creates staging beside production', async () => {
    const account = emptyAccount()
    await deploy(account, { ...production, environment: 'staging' })
    const part = partOf(account.files['wrangler.toml'] ?? '', 'staging')
    expect(part).toContain('database_id = "uuid-of-nocturne-staging"')
    expect(partOf(account.files['wrangler.toml'] ?? '', null)).toBe(partOf(ofOwn, null))
    expect(account.done.at(-1)).toBe('GET /assets/entry-1.js')
    expect(account.done.find((each) => each.startsWith('deploy '))).toMatch(/--env staging$/)
  })

  it('names the secrets to set, and changes nothing', async () => {
    const account = emptyAccount()
    account.secrets = ['MEDIA_KEY', 'VIEWER_KEY']
    await expect(deploy(account, { ...production, environment: 'staging' })).rejects.toThrow(
      /npx wrangler secret put PASSWORD_PEPPER --env staging\n.*secret put SESSION_KEYS --env staging/,
    )
    expect(account.done.some((each) => /^(check|build|deploy|d1 migrations)/.test(each))).toBe(false)
  })

  it('refuses a database that is not as expected, before anything is uploaded', async () => {
    const account = emptyAccount()
    account.files['db/expected-schema.txt'] = 'something else'
    await expect(deploy(account)).rejects.toThrow('The remote database is not what')
    expect(account.done.some((each) => each.startsWith('deploy'))).toBe(false)
  })

  it('stops when the files of earlier builds are out of reach, unless they may be forgotten', async () => {
    const account = emptyAccount()
    await deploy(account)
    const { get } = account.world
    account.world.get = async () => new Response('Checking your browser', { status: 403 })
    await expect(deploy(account)).rejects.toThrow(/builds\.json answered 403[\s\S]*--forget-builds/)
    let asked = 0
    account.world.get = async (url) => {
      asked += 1
      return get(url)
    }
    await deploy(account, { ...production, forgetBuilds: true })
    expect(asked).toBeGreaterThan(0)
  })

  it.each([
    ['deploy', production],
    ['versions', { ...production, gradual: true }],
  ])('says what to do where Cloudflare refuses Analytics Engine: wrangler %s', async (command, wishes) => {
    const account = emptyAccount()
    const { wranglerAloud } = account.world
    let code = 10089
    account.world.wranglerAloud = async (args) => {
      if (args[0] === command) throw new Error(`wrangler ${command} ended with 1 (code ${code})`)
      return wranglerAloud(args)
    }
    await expect(deploy(account, wishes)).rejects.toThrow(/turned on Analytics Engine[\s\S]*deploy again/)
    code = 10021
    await expect(deploy(account, wishes)).rejects.toThrow(`wrangler ${command} ended with 1 (code 10021)`)
  })

  it('says when the site is not what was uploaded', async () => {
    const account = emptyAccount()
    const { get } = account.world
    account.world.get = async (url) =>
      url.endsWith('/api/videos?limit=1') ? new Response(null, { status: 500 }) : get(url)
    await expect(deploy(account)).rejects.toThrow('https://site.test/api/videos?limit=1 answered 500.')
  })
})

describe('wrangler.toml', () => {
  it('binds in staging all that it binds in production, under names of its own', () => {
    const namesIn = (part: string, name: string) =>
      [...part.matchAll(new RegExp(`^${name} = "(.*)"$`, 'gm'))].map(([, value = '']) => value)
    const [live, staging] = [partOf(toml, null), partOf(toml, 'staging')]
    // The environment inherits the files of the build.
    const bound = namesIn(live, 'binding').filter((name) => name !== 'ASSETS')
    expect(namesIn(staging, 'binding')).toEqual(bound)
    const [, ...named] = namesIn(live, 'name')
    expect(namesIn(staging, 'name')).toEqual(named)
    const shared = new Set(resourcesOf(toml, null).map(({ what }) => what))
    expect(resourcesOf(toml, 'staging').filter(({ what }) => shared.has(what))).toEqual([])
    const own = ['namespace_id', 'bucket_name', 'database_name', 'queue', 'dead_letter_queue', 'MEDIA_BUCKET']
    for (const name of own)
      expect(namesIn(staging, name).filter((each) => namesIn(live, name).includes(each))).toEqual([])
    const counted = (part: string) => part.match(/^max_\w+ = \d+|^retry_delay = \d+|^simple = .*/gm)
    expect(counted(staging)).toEqual(counted(live))
  })
})
