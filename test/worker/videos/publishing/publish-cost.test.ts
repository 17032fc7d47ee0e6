import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { maxTags } from '#contract/values/videos/tags'
import { ownerOfVideos } from '#test/support/accounts/owner'
import { d1Cost } from '#test/support/client'
import { randomLetters } from '#test/support/factories'
import { makeTagged } from '#test/support/videos/tags'

/**
 * Most rows that publishing a video writes: its row, its place in each public list, search, counts and the
 * announcement.
 */
const rowsAtMost = 30

const owner = ownerOfVideos()

/** Creates a hidden video with all properties by which a public one is listed. */
function makeUnseen(change: Parameters<typeof makeTagged>[2]) {
  const tags = Array.from({ length: maxTags }, () => randomLetters(8))
  return makeTagged(owner.id, tags, {
    width: 3840,
    height: 2160,
    allowDownload: true,
    trending: 5,
    ...change,
  })
}

describe('publishing writes few rows, however many tags the video has', () => {
  it('by its owner', async () => {
    const { id } = await makeUnseen({ isPublic: false })
    const response = await owner.client.request('PATCH', `/api/videos/${id}`, { json: { isPublic: true } })
    expect(response.status).toBe(200)
    expect(d1Cost(response).rowsWritten).toBeLessThanOrEqual(rowsAtMost)
  })

  it.each([
    ['whose file was read', { status: 'processing' }, "status = 'ready'"],
    ['that is approved', { review: 'pending', waitingSince: 1 }, "review = 'approved', waiting_since = null"],
    [
      'whose time has come',
      { isPublic: false, publishAt: 5 },
      'is_public = 1, publish_at = null, created_at = publish_at',
    ],
  ] as const)('of one %s', async (_, hidden, change) => {
    const { id } = await makeUnseen(hidden)
    const { meta } = await env.DB.prepare(`update videos set ${change} where id = ?`).bind(id).run()
    expect(meta.rows_written).toBeGreaterThan(10)
    expect(meta.rows_written).toBeLessThanOrEqual(rowsAtMost)
  })
})
