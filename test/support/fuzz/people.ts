import { eq } from 'drizzle-orm'
import { subscriptions, users } from '#db/schema'
import { TestClient } from '../client'
import { ban, day, type MadeUser, makeUser, signInAs, testDb } from '../factories'
import { type Role, roles } from '../matrix/matrix-rules'

export interface Person {
  role: Role
  /** 0 for a visitor. */
  id: number
  username: string
  client: TestClient
}

const shapes: Record<Exclude<Role, 'visitor'>, (now: number) => MadeUser> = {
  user: () => ({}),
  lapsed: (now) => ({ premiumUntil: now - day }),
  member: (now) => ({ premiumUntil: now + 25 * day }),
  owner: () => ({}),
  support: () => ({ staff: 'support' }),
  moderator: () => ({ staff: 'moderator' }),
  administrator: () => ({ isAdmin: true }),
  'site owner': () => ({ staff: 'owner' }),
  banned: () => ({}),
}

export async function makePerson(role: Role, now: number): Promise<Person> {
  const client = new TestClient()
  client.now = now
  if (role === 'visitor') return { role, id: 0, username: '', client }
  const { id, username } = await makeUser(shapes[role](now))
  await signInAs({ username }, client)
  if (role === 'banned') await ban(id, null, now)
  return { role, id, username, client }
}

/** Returns a person in each role. A person whose account has changed is replaced by another. */
export async function peopleNow(before: readonly Person[], now: number): Promise<Person[]> {
  const people: Person[] = []
  for (const role of roles) {
    const person = before.find((each) => each.role === role)
    const stays = person && (await isAsMade(person, now)) && (await isIn(person, now))
    people.push(stays ? person : await makePerson(role, now))
  }
  return people
}

/** Tells whether an account still has the role that it was made for. */
export async function isAsMade({ role, id }: Person, now: number): Promise<boolean> {
  if (role === 'visitor') return true
  const [row] = await testDb()
    .select()
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(users.id, id))
  return row !== undefined && isStill(role, row.users, row.subscriptions?.premiumUntil ?? 0, now)
}

function isStill(role: Role, row: typeof users.$inferSelect, premiumUntil: number, now: number): boolean {
  if (row.deleteAt !== null || row.deletingAt !== null) return false
  if (role === 'banned') return row.banReason !== null
  if (row.banReason !== null) return false
  const asMade = shapes[role as Exclude<Role, 'visitor'>](now)
  const isPremium = premiumUntil > now + day
  return (
    row.isAdmin === (asMade.isAdmin ?? asMade.staff === 'owner') &&
    row.staff === (asMade.staff ?? null) &&
    (role === 'member' ? isPremium : true)
  )
}

/**
 * Tells whether the browser is still signed in as its own account: all passwords here are equal, so it may be
 * another's.
 */
export function isThemselves({ id, client }: Person): boolean {
  const [, claims = ''] = (client.cookie('__Host-session') ?? '').split('.')
  const { sub } =
    claims === '' ? { sub: 0 } : JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
  return Number(sub) === id
}

/** Returns the person, signed in again, or another in their place. */
export async function againIn(person: Person, now: number): Promise<Person> {
  const { role } = person
  const comesBack = role !== 'visitor' && role !== 'banned' && (await isIn(person, now))
  return comesBack ? person : makePerson(role, now)
}

/** Signs the account in again, which also confirms its password. Returns whether it is signed in. */
async function isIn({ role, username, client }: Person, now: number): Promise<boolean> {
  client.now = now
  if (role === 'visitor' || role === 'banned') return true
  return signInAs({ username }, client).then(
    () => true,
    () => false,
  )
}
