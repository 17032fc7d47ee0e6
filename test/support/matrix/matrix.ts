import type { Hold, Review, VideoStatus } from '#contract/values/videos/video'
import { TestClient } from '../client'
import { ban, day, makeUser, makeVideo, signInAs } from '../factories'
import { makeComment } from '../videos/comments'
import { addLadder } from '../videos/ladder'
import { deleteForGood } from '../videos/own-bulk'
import type { Role, State } from './matrix-rules'

interface Shape {
  isPremium?: boolean
  isPublic?: boolean
  status?: VideoStatus
  review?: Review
  unlistedKey?: string
  publishAt?: number
  hold?: Hold
  trashedAt?: number
}

/** Key of every unlisted video in the matrix. */
export const unlistedKey = 'AAAAAAAAAAAAAAAAAAAAAA'

/** Returns the query with which a video in this state is requested. */
export function linkOf(state: State): string {
  return state === 'unlisted, by link' ? `?key=${unlistedKey}` : ''
}

/** The changes that put a video in each state; null for a missing video. */
const shapes: Record<State, Shape | null> = {
  free: {},
  premium: { isPremium: true },
  private: { isPublic: false },
  // Requested without its key, it is like a private one.
  unlisted: { isPublic: false, unlistedKey },
  'unlisted, by link': { isPublic: false, unlistedKey },
  scheduled: { isPublic: false, publishAt: Date.now() + 10 * day },
  pending: { review: 'pending' },
  rejected: { review: 'rejected', isPublic: false },
  processing: { status: 'processing' },
  failed: { status: 'failed' },
  quarantined: { hold: 'quarantine' },
  removed: { hold: 'removed' },
  'owner leaving': { hold: 'deletion' },
  'owner banned': { hold: 'ban' },
  'in the trash': { hold: 'trash', trashedAt: Date.now() },
  deleted: {},
  'never existed': null,
}

export interface Account {
  id: number
  client: TestClient
}

export interface Cast {
  clients: Record<Exclude<Role, 'owner'>, TestClient>
  owner: Account
  /** An account that was signed in when it was banned. Owns the videos of "owner banned". */
  bannedOwner: Account
  /** An account with the rights of "user". */
  commenter: Account
  /**
   * A video in each state, for acts that don't change it: reading it, for example, and all acts on a comment
   * below it.
   */
  shared: Map<State, number>
}

/** Creates a browser for each role. */
export async function makeCast(): Promise<Cast> {
  const account = async (options: Parameters<typeof makeUser>[0] = {}): Promise<Account> => {
    const user = await makeUser(options)
    return { id: user.id, client: await signInAs(user) }
  }
  const now = Date.now()
  const cast = {
    owner: await account(),
    bannedOwner: await account(),
    user: await account(),
    lapsed: await account({ premiumUntil: now - day }),
    member: await account({ premiumUntil: now + 10 * day }),
    support: await account({ staff: 'support' }),
    moderator: await account({ staff: 'moderator' }),
    administrator: await account({ isAdmin: true }),
    siteOwner: await account({ staff: 'owner' }),
    banned: await account(),
  }
  await ban(cast.bannedOwner.id)
  await ban(cast.banned.id)
  return {
    owner: cast.owner,
    bannedOwner: cast.bannedOwner,
    commenter: cast.user,
    shared: new Map(),
    clients: {
      visitor: new TestClient(),
      user: cast.user.client,
      lapsed: cast.lapsed.client,
      member: cast.member.client,
      support: cast.support.client,
      moderator: cast.moderator.client,
      administrator: cast.administrator.client,
      'site owner': cast.siteOwner.client,
      banned: cast.banned.client,
    },
  }
}

/** Roles that own videos. */
export type Owners = Pick<Cast, 'owner' | 'bannedOwner'>

export function ownerOf(cast: Owners, state: State): Account {
  return state === 'owner banned' ? cast.bannedOwner : cast.owner
}

export function clientOf(cast: Cast, role: Role, state: State): TestClient {
  return role === 'owner' ? ownerOf(cast, state).client : cast.clients[role]
}

export const neverExisted = 999_999_999

/** Creates a video in a state, with everything that a video can have. Deletions go through the API. */
export async function videoIn(cast: Owners, state: State): Promise<number> {
  const shape = shapes[state]
  if (shape === null) return neverExisted
  const video = await makeVideo(ownerOf(cast, state).id, { title: 'A clip', allowDownload: true, ...shape })
  await addLadder(video)
  const { id } = video
  if (state === 'deleted') await deleteForGood(cast.owner.client, id)
  return id
}

/** Returns the cast's shared video in a state, which the first call creates. */
export async function sharedVideoIn(cast: Cast, state: State): Promise<number> {
  const id = cast.shared.get(state) ?? (await videoIn(cast, state))
  cast.shared.set(state, id)
  return id
}

/** Creates a comment below the cast's shared video in a state. */
export async function commentIn(cast: Cast, state: State): Promise<number> {
  const videoId = await sharedVideoIn(cast, state)
  if (videoId === neverExisted) return neverExisted
  return (await makeComment(videoId, cast.commenter.id)).id
}
