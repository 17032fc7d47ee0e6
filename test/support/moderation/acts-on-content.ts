import { desc, eq } from 'drizzle-orm'
import type { Category } from '#contract/schemas/videos/categories'
import type { UploadKind } from '#contract/values/uploads/upload'
import { uncategorizedId } from '#contract/values/videos/categories'
import { categories, removals, tags } from '#db/schema'
import { TestClient } from '../client'
import {
  makeCategory,
  makeUpload,
  makeUser,
  makeVideo,
  randomLetters,
  signInAs,
  testDb,
  videoRow,
} from '../factories'
import { putCaptions, vtt } from '../videos/captions'
import { makeComment } from '../videos/comments'
import { makeList } from '../videos/lists'
import { announce } from '../videos/uploads'
import { account, note, type Prepare } from './act'
import { askedRow } from './removals'
import { reportsOf } from './safety'

const db = testDb()

const video = async (change: Parameters<typeof makeVideo>[1] = {}) =>
  (await makeVideo(await account(), change)).id

async function reported(reason: string) {
  const videoId = await video()
  await new TestClient().request('POST', `/api/videos/${videoId}/report`, { json: { reason } })
  const [report] = await reportsOf(videoId)
  return { videoId, id: report?.id ?? 0 }
}

/** Creates a removal that its uploader has appealed. */
async function appealed(admin: TestClient) {
  const owner = await makeUser()
  const { id: videoId } = await makeVideo(owner.id)
  await admin.request('POST', `/api/admin/videos/${videoId}/remove`, { json: { reason: 'spam', note } })
  const [removal] = await db.select().from(removals).where(eq(removals.videoId, videoId))
  const id = removal?.id ?? 0
  const text = 'It advertises nothing, as anybody can see.'
  await (await signInAs(owner)).request('POST', `/api/removals/${id}/appeal`, { json: { text } })
  return { videoId, id }
}

const decided =
  (action: string): Prepare =>
  async () => {
    const id = await video({ review: 'pending' })
    // The page sends the revision, too.
    const revision = (await videoRow(id))?.revision
    return { id, json: { revision }, leaves: [[action, 'video', id]] }
  }

const onTag =
  (action: string, change: Partial<typeof tags.$inferInsert> = {}, json?: unknown): Prepare =>
  async () => {
    const slug = `tag-${randomLetters(8)}`
    await db.insert(tags).values({ slug, name: slug, nameFolded: slug, createdAt: 0, ...change })
    await db
      .insert(tags)
      .values({ slug: 'target', name: 'target', nameFolded: 'target', createdAt: 0 })
      .onConflictDoNothing()
    return { id: slug, ...(json !== undefined && { json }), leaves: [[action, 'tag', slug]] }
  }

/** Prepares, for each route by which administrators change videos and cases, one subject per outcome. */
export const actsOnContent: Record<string, Prepare[]> = {
  'POST /api/admin/lists/:key/close': [
    async () => {
      const linkKey = randomLetters(22)
      const id = await makeList(await account(), { linkKey })
      return { id: linkKey, json: { note }, leaves: [['list.close', 'list', id]] }
    },
  ],
  'POST /api/admin/lists/:id/reopen': [
    async () => {
      const id = await makeList(await account(), { closedAt: 1 })
      return { id, json: { note }, leaves: [['list.reopen', 'list', id]] }
    },
  ],
  'PATCH /api/videos/:id': [
    async () => {
      const id = await video()
      return { id, json: { isPublic: false }, leaves: [['video.update', 'video', id]] }
    },
  ],
  'DELETE /api/videos/:id': [
    async () => {
      const id = await video()
      return { id, leaves: [['video.delete', 'video', id]] }
    },
  ],
  'PUT /api/admin/tags/:slug/block': [onTag('tag.block')],
  'DELETE /api/admin/tags/:slug/block': [onTag('tag.unblock', { blockedAt: 1 })],
  'PUT /api/admin/tags/:slug/merge': [onTag('tag.merge', {}, { into: 'target' })],
  'DELETE /api/admin/tags/:slug/merge': [onTag('tag.unmerge', { mergedInto: 'target' })],
  'PATCH /api/admin/videos/:id': [
    async () => {
      const id = await video()
      return { id, json: { title: 'Another title', note }, leaves: [['video.correct', 'video', id]] }
    },
  ],
  'PUT /api/admin/videos/:id/captions/:language': [
    async () => {
      const id = await video()
      const headers = { 'content-type': 'text/vtt' }
      return { id, body: vtt(), headers, leaves: [['video.correct', 'video', id]] }
    },
  ],
  'DELETE /api/admin/videos/:id/captions/:language': [
    async () => {
      const owner = await makeUser()
      const { id } = await makeVideo(owner.id)
      await putCaptions(await signInAs(owner), id, 'en')
      return { id, leaves: [['video.correct', 'video', id]] }
    },
  ],
  'POST /api/admin/videos/:id/changes': [
    ['accept', 'video.seen'],
    ['revert', 'video.revert'],
    ['recall', 'video.recall'],
  ].map(
    ([decision = '', action = '']): Prepare =>
      async (admin) => {
        const id = await video({ review: 'pending' })
        await admin.request('POST', `/api/admin/videos/${id}/approve`, { json: {} })
        return { id, json: { decision, changes: 0, note }, leaves: [[action, 'video', id]] }
      },
  ),
  'POST /api/admin/videos/:id/approve': [decided('video.approve')],
  'POST /api/admin/videos/:id/reject': [decided('video.reject')],
  'POST /api/admin/videos/:id/remove': [
    async () => {
      const id = await video()
      return { id, json: { reason: 'spam', note }, leaves: [['video.remove', 'video', id]] }
    },
  ],
  'POST /api/admin/videos/bulk': [
    async () => {
      const ids = [await video(), await video()]
      return { json: { ids, action: 'premium' }, leaves: ids.map((id) => ['video.update', 'video', id]) }
    },
  ],
  'POST /api/admin/comments/:id/decide': ['remove', 'keep', 'restore'].map(
    (decision): Prepare =>
      async () => {
        const from =
          decision === 'restore'
            ? ({ state: 'removed', reason: 'spam' } as const)
            : ({ state: 'held' } as const)
        const { id } = await makeComment(await video(), await account(), from)
        const json = { decision, note, editedAt: null, ...(decision === 'remove' && { reason: 'spam' }) }
        return { id, json, leaves: [[`comment.${decision}`, 'comment', id]] }
      },
  ),
  'POST /api/admin/reports/:id/decide': [
    async () => {
      const { id, videoId } = await reported('spam')
      return {
        id,
        json: { decision: 'remove', note },
        leaves: [
          ['report.remove', 'report', id],
          ['video.remove', 'video', videoId],
        ],
      }
    },
    async () => {
      const { id, videoId } = await reported('minor')
      return {
        id,
        json: { decision: 'dismiss', note },
        leaves: [
          ['report.dismiss', 'report', id],
          ['video.release', 'video', videoId],
        ],
      }
    },
  ],
  'POST /api/admin/reports/:id/dismiss-network': [
    async () => {
      const { id, videoId } = await reported('minor')
      return {
        id,
        json: { note },
        leaves: [
          ['report.dismiss', 'report', id],
          ['video.release', 'video', videoId],
        ],
      }
    },
  ],
  'POST /api/admin/removal-requests/:id/decide': [
    async () => {
      const videoId = await video()
      const { id } = await askedRow({ url: `/video/${videoId}` })
      return {
        id,
        json: { decision: 'remove', note },
        leaves: [
          ['removal-request.remove', 'removal-request', id],
          ['video.remove', 'video', videoId],
        ],
      }
    },
    async () => {
      const { id } = await askedRow({ url: `/video/${await video()}` })
      return {
        id,
        json: { decision: 'refuse', note },
        leaves: [['removal-request.refuse', 'removal-request', id]],
      }
    },
  ],
  'POST /api/admin/appeals/:id/decide': [
    async (admin) => {
      const { id } = await appealed(admin)
      return { id, json: { decision: 'keep', note }, leaves: [['appeal.keep', 'removal', id]] }
    },
    async (admin) => {
      const { id, videoId } = await appealed(admin)
      return {
        id,
        json: { decision: 'restore', note },
        leaves: [
          ['appeal.restore', 'removal', id],
          ['video.restore', 'video', videoId],
          ['removal.restore', 'removal', id],
        ],
      }
    },
  ],
  'POST /api/admin/library/uploads': [
    async () => {
      const { username } = await makeUser()
      return { json: { ...announce(1000), owner: username }, leaves: [] }
    },
  ],
  'POST /api/admin/library/videos': [
    async (admin) => {
      const { id: openedBy } = await admin.json<{ id: number }>('GET', '/api/auth/me')
      const owner = await makeUser()
      const file = async (kind: UploadKind) => (await makeUpload(owner.id, kind, { openedBy })).id
      const files = { videoFile: await file('video'), thumbnailFile: await file('image') }
      const categoryId = await makeCategory()
      const { id } = await makeVideo(owner.id)
      return {
        json: { ...files, categoryId, owner: owner.username, title: 'From elsewhere' },
        leaves: [['video.import', 'video', id + 1]],
      }
    },
  ],
  'POST /api/admin/categories': [
    async () => {
      const slug = randomLetters(10)
      const [last] = await db.select().from(categories).orderBy(desc(categories.id)).limit(1)
      return { json: { name: slug, slug }, leaves: [['category.create', 'category', (last?.id ?? 0) + 1]] }
    },
  ],
  'PUT /api/admin/categories/order': [
    async (admin) => {
      // Reversing fewer than two changes nothing.
      await makeCategory()
      await makeCategory()
      const listed = await admin.json<Category[]>('GET', '/api/categories')
      const ids = listed.map(({ id }) => id).filter((id) => id !== uncategorizedId)
      return { json: { ids: ids.toReversed() }, leaves: [['category.reorder', 'category', 'all']] }
    },
  ],
  'PATCH /api/admin/categories/:id': [
    async () => {
      const id = await makeCategory()
      return { id, json: { name: randomLetters(8) }, leaves: [['category.update', 'category', id]] }
    },
  ],
  'DELETE /api/admin/categories/:id': [
    async () => {
      const id = await makeCategory()
      return { id, leaves: [['category.delete', 'category', id]] }
    },
  ],
}
