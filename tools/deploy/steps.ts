import { schemaLines, schemaQuery } from '#db/schema-lines'
import { type Build, buildsFile, type Folders, layOutBuilds } from './builds.ts'
import { type Environment, environmentArgs, partOf } from './environment.ts'
import { missingSecrets, productionFault, varOf } from './production.ts'
import { createMissing, resourcesOf } from './resources.ts'
import { smokeTest, untilPassed } from './smoke.ts'

type SchemaRow = Parameters<typeof schemaLines>[0][number]

export interface Wishes {
  environment: Environment
  /** Uploads a version that gets no visitors yet. */
  gradual: boolean
  /** Deploys without the files of earlier builds. */
  forgetBuilds: boolean
}

/** Everything outside that a deployment uses, so that a test can replace it. */
export interface World {
  /** Runs wrangler and returns its output. */
  wrangler(args: string[]): Promise<string>
  /**
   * Runs wrangler with visible output, and returns the ID of the uploaded version, if any. Throws
   * Cloudflare's code if it refuses.
   */
  wranglerAloud(args: string[]): Promise<string | null>
  queryD1<Row>(sql: string, environment: string[]): Promise<Row[]>
  get(url: string, init?: RequestInit): Promise<Response>
  read(file: string): string
  write(file: string, text: string): void
  /** Renames a folder, replacing any of that name. */
  rename(from: string, to: string): void
  check(): Promise<void>
  build(): Promise<void>
  say(text: string): void
  folders: Folders
  /** Milliseconds between two tries of the smoke test. */
  pause: number
}

export interface Step {
  what: string
  /** The commands that it runs, as typed. */
  commands: string[]
  run(): Promise<void>
}

const tomlFile = 'wrangler.toml'
const exampleFile = '.dev.vars.example'
const smokeTries = 40

/**
 * Holds the bundle of each uploaded version, with the source map by which `npm run where` reads its stacks.
 */
export const mapsFolder = 'dist/maps'
/** The bundle being uploaded; it is renamed once the version's ID is known. */
export const newMap = `${mapsFolder}/new`

/**
 * Returns the steps of `npm run deploy`, in order. Nothing is done before a step runs, so a dry run prints
 * the same steps. Migrations only add, so the running version keeps working while they are applied.
 */
export function stepsOf({ environment, gradual, forgetBuilds }: Wishes, world: World): Step[] {
  const { folders } = world
  const named = environmentArgs(environment)
  const site = varOf(partOf(world.read(tomlFile), environment), 'SITE_ORIGIN')
  const secrets = ['secret', 'list', '--format', 'json', ...named]
  const migrate = ['d1', 'migrations', 'apply', 'DB', '--remote', ...named]
  const upload = [
    ...(gradual ? ['versions', 'upload'] : ['deploy']),
    '--assets',
    folders.to,
    '--outdir',
    newMap,
    ...named,
  ]
  let builds: Build[] = []
  return [
    {
      what: 'Check wrangler.toml',
      commands: [],
      run: async () => refuseFault(world, environment, true),
    },
    {
      what: 'Create what is missing, and note its IDs in wrangler.toml',
      commands: resourcesOf(world.read(tomlFile), environment).flatMap(({ find, create }) => [
        typed(find),
        `${typed(create)}   # if it is missing`,
      ]),
      run: async () => {
        const toml = world.read(tomlFile)
        const whole = await createMissing(toml, environment, world.wrangler, world.say)
        if (whole !== toml) world.write(tomlFile, whole)
        refuseFault(world, environment, false)
      },
    },
    {
      what: 'Check that every secret is stored',
      commands: [typed(secrets)],
      run: () => requireSecrets(world, secrets, named),
    },
    { what: 'Build the web app', commands: ['npm run build'], run: world.build },
    { what: 'Run the checks', commands: ['npm run check'], run: world.check },
    {
      what: 'Add the files of the two builds before it, so that no open tab breaks',
      commands: forgetBuilds ? [] : [`GET ${site}/${buildsFile}, and the files that it names`],
      run: async () => {
        const isNew = forgetBuilds || (await isFirst(world, named))
        builds = await layOutBuilds(folders, isNew ? null : site, world.get).catch((error) => {
          const cause =
            error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
          throw new Error(
            `The files of earlier builds can't be had: ${cause}\nTry again, or add --forget-builds: tabs that are open then load again when they miss a file. Nothing was deployed.`,
          )
        })
        world.say(
          `${folders.to} holds the files of ${builds.length === 1 ? 'one build' : `${builds.length} builds`}.`,
        )
      },
    },
    {
      what: 'Apply the migrations',
      commands: [typed(migrate)],
      run: async () => void (await world.wranglerAloud(migrate)),
    },
    {
      what: 'Compare the schema with db/expected-schema.txt',
      commands: [typed(['d1', 'execute', 'DB', '--remote', ...named, '--json', '--command', '"…"'])],
      run: () => compareSchema(world, named),
    },
    {
      what: gradual ? 'Upload a version that gets no visitors yet' : 'Upload the worker and its files',
      commands: [typed(upload)],
      run: async () => {
        const version = await world.wranglerAloud(upload).catch(explainRefusal)
        if (version === null) world.say('Wrangler named no version, so npm run where has no map of this one.')
        else world.rename(newMap, `${mapsFolder}/${version}`)
      },
    },
    gradual
      ? {
          what: 'Say how to go on',
          commands: [],
          run: async () => world.say('Send it visitors as docs/deploy.md says under "Gradual rollout".'),
        }
      : {
          what: 'Visit the site',
          commands: [`GET ${site}/${buildsFile}, /api/settings, /api/videos, / and its files`],
          run: () => visit(world, environment, builds, {}),
        },
  ]
}

/** Visits a version by its ID, which may have no traffic yet. */
export function visitVersion(environment: Environment, version: string, world: World): Promise<void> {
  const builds = JSON.parse(world.read(`${world.folders.to}/${buildsFile}`)) as Build[]
  const name = varOf(world.read(tomlFile), 'name')
  const worker = environment === null ? name : `${name}-${environment}`
  const headers = { 'cloudflare-workers-version-overrides': `${worker}="${version}"` }
  return visit(world, environment, builds, headers)
}

async function visit(
  world: World,
  environment: Environment,
  builds: Build[],
  headers: Record<string, string>,
): Promise<void> {
  const { get, say, pause } = world
  const site = varOf(partOf(world.read(tomlFile), environment), 'SITE_ORIGIN')
  await untilPassed(() => smokeTest({ site, builds, headers, get, say }), smokeTries, pause)
}

/** Refuses a wrong wrangler.toml. IDs may be missing before their resources are created. */
function refuseFault(world: World, environment: Environment, idsMayLack: boolean): void {
  const part = partOf(world.read(tomlFile), environment)
  const fault = productionFault(part, world.read(exampleFile), idsMayLack)
  if (fault) throw new Error(`wrangler.toml ${fault}. See docs/deploy.md.`)
}

/**
 * Refuses missing secrets. Cloudflare lists their names, but no values: the worker checks those when it
 * starts.
 */
async function requireSecrets(world: World, args: string[], named: string[]): Promise<void> {
  const output = await world.wrangler(args).catch((error: Error) => {
    // There is no worker before the first secret is set.
    if (/\b10007\b/.test(error.message)) return '[]'
    throw error
  })
  const stored = JSON.parse(output.slice(output.indexOf('['))) as { name: string }[]
  const missing = missingSecrets(
    world.read(exampleFile),
    stored.map(({ name }) => name),
  )
  if (missing.length === 0) return
  const commands = missing.map((name) => `  ${typed(['secret', 'put', name, ...named])}`)
  throw new Error(`Set these secrets, then deploy again. Nothing was deployed.\n${commands.join('\n')}`)
}

/**
 * Explains a refusal that can't be foreseen: `--dry-run` doesn't ask Cloudflare, and a login may not read
 * analytics.
 */
function explainRefusal(error: Error): never {
  if (!/\b10089\b/.test(error.message)) throw error
  throw new Error(
    'Your Cloudflare account has not turned on Analytics Engine, which wrangler.toml binds. Open Workers & Pages, Analytics Engine in the dashboard, turn it on, and deploy again. The migrations are applied, and the version that runs works with them. Nothing else was deployed.',
  )
}

/** Tells whether the site was never deployed: it has no tables, and so no open tabs. */
async function isFirst(world: World, named: string[]): Promise<boolean> {
  const tables = await world.queryD1(`SELECT name FROM sqlite_master WHERE name = 'd1_migrations'`, named)
  return tables.length === 0
}

/** Refuses a database whose schema differs. A lost trigger would let counts drift, or worse. */
async function compareSchema(world: World, named: string[]): Promise<void> {
  const rows = await world.queryD1<SchemaRow>(schemaQuery, named)
  if (schemaLines(rows) === world.read('db/expected-schema.txt')) return
  throw new Error('The remote database is not what db/expected-schema.txt says. Nothing was deployed.')
}

/** Returns a command as typed. */
function typed(args: string[]): string {
  return ['npx wrangler', ...args.map((arg) => (arg === '' ? '""' : arg))].join(' ')
}
