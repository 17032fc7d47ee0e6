/** A site that wrangler.toml describes: production at the top of the file, others under [env.NAME]. */
const environments = ['staging'] as const

/** Null is production. */
export type Environment = (typeof environments)[number] | null

export function environmentNamed(name: string | undefined): Environment {
  if (name === undefined) return null
  const known = environments.find((each) => each === name)
  if (!known) throw new Error(`There is no environment called ${name}, only ${environments.join(', ')}.`)
  return known
}

/** Returns wrangler's arguments for an environment. Without any it would warn, since the file has several. */
export function environmentArgs(environment: Environment): string[] {
  return ['--env', environment ?? '']
}

/** Returns where an environment's own settings begin and end in wrangler.toml. */
function boundsOf(toml: string, environment: Environment): [number, number] {
  const headings = [...toml.matchAll(/^\[+env\.(\w+)/gm)]
  const own = headings.filter(([, name]) => name === environment)
  const firstOther = (from: number) =>
    headings.find(({ index, 1: name }) => index > from && name !== environment)?.index ?? toml.length
  if (environment === null) return [0, firstOther(-1)]
  const [first] = own
  if (!first) throw new Error(`wrangler.toml has no [env.${environment}].`)
  return [first.index, firstOther(first.index)]
}

/** Returns the part of wrangler.toml that is about an environment. */
export function partOf(toml: string, environment: Environment): string {
  return toml.slice(...boundsOf(toml, environment))
}

/** Returns wrangler.toml with something replaced in the part of an environment. */
export function replaceIn(toml: string, environment: Environment, was: string, now: string): string {
  const [from, to] = boundsOf(toml, environment)
  return toml.slice(0, from) + toml.slice(from, to).replace(was, () => now) + toml.slice(to)
}
