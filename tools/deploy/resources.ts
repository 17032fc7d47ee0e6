import { type Environment, partOf, replaceIn } from './environment.ts'

/** Something at Cloudflare that wrangler.toml binds. */
export interface Resource {
  what: string
  /** wrangler's arguments to find it and to create it. */
  find: string[]
  create: string[]
  /** Only for resources that wrangler.toml names by an ID. */
  id?: {
    /** The placeholder in the file until it is created. */
    none: string
    line(id: string): string
    /** Returns the ID from the output of `find`. */
    foundIn(output: string): string | undefined
  }
}

const noDatabase = '00000000-0000-0000-0000-000000000000'
const noNamespace = '0'.repeat(32)

/**
 * Returns the resources that wrangler.toml binds and that may have to be created. A resource whose ID is in
 * the file exists already.
 */
export function resourcesOf(toml: string, environment: Environment): Resource[] {
  const part = partOf(toml, environment)
  const valuesOf = (name: string) =>
    [...part.matchAll(new RegExp(`^${name} = "(.*)"$`, 'gm'))].map(([, value = '']) => value)
  const databases = part.includes(`database_id = "${noDatabase}"`) ? valuesOf('database_name') : []
  // A namespace has no name in the file.
  const namespaces = part.includes(`\nid = "${noNamespace}"`)
    ? [environment === null ? 'nocturne-settings' : `nocturne-${environment}-settings`]
    : []
  const queues = new Set([...valuesOf('queue'), ...valuesOf('dead_letter_queue')])
  return [
    ...databases.map(databaseNamed),
    ...valuesOf('bucket_name').map(bucketNamed),
    ...namespaces.map(namespaceTitled),
    ...[...queues].map(queueResource),
  ]
}

function databaseNamed(name: string): Resource {
  return {
    what: `the database ${name}`,
    find: ['d1', 'list', '--json'],
    create: ['d1', 'create', name],
    id: {
      none: noDatabase,
      line: (id) => `database_id = "${id}"`,
      foundIn: (output) => listIn<Database>(output).find((each) => each.name === name)?.uuid,
    },
  }
}

function namespaceTitled(title: string): Resource {
  return {
    what: `the KV namespace ${title}`,
    find: ['kv', 'namespace', 'list'],
    create: ['kv', 'namespace', 'create', title],
    id: {
      none: noNamespace,
      line: (id) => `\nid = "${id}"`,
      foundIn: (output) => listIn<Namespace>(output).find((each) => each.title === title)?.id,
    },
  }
}

function bucketNamed(name: string): Resource {
  return {
    what: `the bucket ${name}`,
    find: ['r2', 'bucket', 'info', name, '--json'],
    create: ['r2', 'bucket', 'create', name],
  }
}

function queueResource(name: string): Resource {
  return {
    what: `the queue ${name}`,
    find: ['queues', 'info', name],
    create: ['queues', 'create', name],
  }
}

interface Database {
  name: string
  uuid: string
}

interface Namespace {
  title: string
  id: string
}

/** wrangler's own notes may come before the list. */
function listIn<Item>(output: string): Item[] {
  return JSON.parse(output.slice(output.indexOf('[')))
}

type Wrangler = (args: string[]) => Promise<string>

/**
 * Creates each missing resource, and returns wrangler.toml with the IDs that it lacked. Safe to repeat:
 * existing resources are found by their names.
 */
export async function createMissing(
  toml: string,
  environment: Environment,
  wrangler: Wrangler,
  say: (text: string) => void,
): Promise<string> {
  let text = toml
  for (const resource of resourcesOf(toml, environment)) {
    let found = await find(resource, wrangler)
    if (found === null) {
      await wrangler(resource.create)
      say(`Created ${resource.what}.`)
      found = await find(resource, wrangler)
    }
    if (found === null) throw new Error(`wrangler doesn't find ${resource.what}, which it created.`)
    const { id } = resource
    if (id) text = replaceIn(text, environment, id.line(id.none), id.line(found))
  }
  return text
}

/** Returns a resource's ID, or an empty text for a resource known by its name; null if there is none. */
async function find({ find: args, id }: Resource, wrangler: Wrangler): Promise<string | null> {
  if (id) return id.foundIn(await wrangler(args)) ?? null
  try {
    await wrangler(args)
    return ''
  } catch (error) {
    if (/does not exist/i.test((error as Error).message)) return null
    throw error
  }
}
