import { inArray, sql } from 'drizzle-orm'
import { canonicalUsername, usernameSkeleton } from '#contract/values/accounts/usernames'
import { day, hour } from '#contract/values/shared/time'
import { insertFrom } from '#db/insert-from'
import { users } from '#db/schema'
import type { ServiceContext } from '#worker/services/context'
import { noise } from './noise'

/** Accounts that signed up in the last thirty days. No one signs in as one of them: they have no password. */
export const audience = [
  'amberline',
  'blue_hour',
  'cassia_v',
  'dune_walker',
  'eastlight',
  'fernweh',
  'glasshouse',
  'halfmoon_k',
  'indigo_ray',
  'juniper_9',
  'kelpie',
  'lowtide',
  'marisol_k',
  'nightferry',
  'ochre',
  'pale_orbit',
  'quietstorm',
  'rosehip',
  'saltmarsh',
  'thistle_d',
  'umbra_lane',
  'velour',
  'wintergreen',
  'yarrow',
  'zephyrine',
  'slowburn_m',
  'opal_drift',
  'nettle_p',
]

/** Days that the demo's audience goes back. */
export const audienceDays = 30

/** Returns when an account of the audience signed up: four hours ago at the latest. */
export function signedUpAt(name: string, now: number): number {
  return Math.round(now - 4 * hour - 0.95 * noise(name) * audienceDays * day)
}

/** Adds the accounts of the audience, whose addresses are confirmed. */
export async function addAudience({ db, now }: ServiceContext): Promise<void> {
  const rows = audience
    .map((name) => ({ name, at: signedUpAt(name, now) }))
    .sort((a, b) => a.at - b.at)
    .map(({ name, at }) => ({ name: canonicalUsername(name), skeleton: usernameSkeleton(name), at }))
  const value = (name: string) => sql`each.value ->> ${sql.raw(`'$.${name}'`)}`
  const email = sql`${value('name')} || '@example.com'`
  const [name, at] = [value('name'), value('at')]
  await insertFrom(
    db,
    users,
    {
      username: name,
      usernameCanonical: name,
      usernameSkeleton: value('skeleton'),
      email,
      emailCanonical: email,
      passwordHash: '-',
      emailVerifiedAt: at,
      createdAt: at,
    },
    sql`from json_each(${JSON.stringify(rows)}) each where true`,
  ).onConflictDoNothing()
}

/** Returns the IDs of accounts by their names. */
export async function idsOf({ db }: ServiceContext, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: users.id, name: users.usernameCanonical })
    .from(users)
    .where(inArray(users.usernameCanonical, [...names]))
  return new Map(rows.map(({ id, name }) => [name, id]))
}
