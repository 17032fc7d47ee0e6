import { env } from 'cloudflare:workers'
import type { Role } from '../matrix/matrix-rules'
import type { Person } from './people'

/**
 * Facts that decide who may know of a video and play it. This is the third definition of these rules: by the
 * rows as they are now.
 */
interface VideoFacts {
  id: number
  user_id: number
  is_premium: number
  is_public: number
  unlisted_key: string | null
  status: string
  review: string
  hold: string | null
  poster_style: string
}

/** An account as it is now, with perhaps more or fewer rights than the role it was made for. */
export interface Viewer {
  id: number
  manages: boolean
  reviews: boolean
  isStaff: boolean
  isMember: boolean
}

export async function viewersOf(people: readonly Person[], now: number): Promise<Map<Role, Viewer>> {
  const { results } = await env.DB.prepare(
    `select u.id, u.is_admin, u.staff, u.ban_reason, u.ban_until, u.delete_at, coalesce(s.premium_until, 0) as premium_until
     from users u left join subscriptions s on s.user_id = u.id
     where u.id in (select value from json_each(?))`,
  )
    .bind(JSON.stringify(people.map(({ id }) => id)))
    .all<Record<string, number | string | null>>()
  return new Map(
    people.map(({ id, role }) => {
      const row = results.find((each) => each.id === id)
      const isOut = !row || row.ban_reason !== null || row.delete_at !== null
      if (isOut) return [role, { id: 0, manages: false, reviews: false, isStaff: false, isMember: false }]
      const manages = row.is_admin === 1 || row.staff === 'owner'
      const isStaff = manages || row.staff !== null
      const isMember = isStaff || Number(row.premium_until) > now
      return [role, { id, manages, reviews: manages || row.staff === 'moderator', isStaff, isMember }]
    }),
  )
}

export async function videosByIds(ids: readonly number[]): Promise<Map<number, VideoFacts>> {
  if (ids.length === 0) return new Map()
  const { results } = await env.DB.prepare(
    `select id, user_id, is_premium, is_public, unlisted_key, status, review, hold, poster_style from videos
     where id in (select value from json_each(?))`,
  )
    .bind(JSON.stringify(ids))
    .all<VideoFacts & Record<string, unknown>>()
  return new Map(results.map((row) => [row.id, row]))
}

function isShown({ status, review, hold, is_public, unlisted_key }: VideoFacts): boolean {
  return (
    status === 'ready' && review === 'approved' && hold === null && (is_public === 1 || unlisted_key !== null)
  )
}

/** Tells whether a viewer may know of a video; for an unlisted one, with its key. */
function mayKnow(viewer: Viewer, video: VideoFacts): boolean {
  if (viewer.manages || isShown(video)) return true
  return viewer.id === video.user_id && [null, 'quarantine', 'trash'].includes(video.hold)
}

function mayPlay(viewer: Viewer, video: VideoFacts): boolean {
  if (!mayKnow(viewer, video)) return false
  return viewer.manages || viewer.id === video.user_id || video.is_premium === 0 || viewer.isMember
}

export interface SaidVideo {
  id: number
  plays: boolean
  urls: string[]
}

/** Returns the videos in an answer, including those in a document's data. */
export function videosIn(response: Response, text: string): SaidVideo[] {
  const type = response.headers.get('content-type') ?? ''
  const found: SaidVideo[] = []
  const texts = type.startsWith('text/html')
    ? [...text.matchAll(/<script type="application\/json"[^>]*>([^<]*)</g)].map(([, json = '']) => json)
    : type.startsWith('application/json') && text !== ''
      ? [text]
      : []
  for (const json of texts) collect(JSON.parse(json), found)
  return found
}

function collect(value: unknown, found: SaidVideo[]): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const each of value) collect(each, found)
    return
  }
  const fields = value as Record<string, unknown>
  if (typeof fields.id === 'number' && 'thumbnailUrl' in fields && 'isPremium' in fields) {
    const urls = JSON.stringify(value).match(/\/media\/[\w.~-]+\/[\w.-]+/g) ?? []
    const plays = Boolean(fields.videoUrl ?? fields.previewUrl ?? fields.sources)
    found.push({ id: fields.id, plays, urls })
  }
  for (const each of Object.values(fields)) collect(each, found)
}

/**
 * Returns the faults of an answer to this viewer, one a line: videos that it shouldn't mention, or shouldn't
 * let them play.
 */
export async function faultsInAnswer(viewer: Viewer, said: readonly SaidVideo[]): Promise<string[]> {
  if (viewer.manages || said.length === 0) return []
  const rows = await videosByIds(said.map(({ id }) => id))
  return said.flatMap(({ id, plays }) => {
    const video = rows.get(id)
    if (!video) return []
    if (!mayKnow(viewer, video)) return [`tells account ${viewer.id} of ${JSON.stringify(video)}`]
    return plays && !mayPlay(viewer, video) ? [`lets account ${viewer.id} play ${JSON.stringify(video)}`] : []
  })
}

/** Tells whether a viewer may have the bytes of a file now, by any URL that was ever given to anyone. */
export function mayHave(viewer: Viewer, video: VideoFacts | undefined, file: string): boolean {
  if (!video) return false
  // A video in the trash is signed only for staff, but its owner may open it, as in the matrix.
  if (viewer.reviews || (viewer.id > 0 && viewer.id === video.user_id)) return true
  const isTeaser =
    /^(blurred|trailer)\./.test(file) || (/^poster/.test(file) && video.poster_style === 'clear')
  const isCaption = file.startsWith('captions-')
  return isTeaser || isCaption ? mayKnow(viewer, video) : mayPlay(viewer, video)
}
