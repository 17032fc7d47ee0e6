import { eq, sql } from 'drizzle-orm'
import type { Video } from '#contract/schemas/videos/video'
import { tagName, tagSlug } from '#contract/values/videos/tags'
import { always } from '#db/conditions'
import { insertTags, listUnderTags } from '#db/queries/videos/tags'
import { tags, type videos } from '#db/schema'
import { indexVideos } from '#worker/services/videos/search/index'
import type { TestClient } from '../client'
import { jobContext } from '../context'
import { makeVideo, testDb } from '../factories'

/** Lists public videos under their tags, as cron does. */
export async function listTagged(): Promise<void> {
  await indexVideos(await jobContext())
}

/** Inserts a video with tags of these names, and lists it under them. */
export async function makeTagged(
  userId: number,
  names: readonly string[],
  change: Partial<typeof videos.$inferInsert> = {},
) {
  const made = names.map((name) => ({ slug: tagSlug(name), name: tagName(name) }))
  await insertTags(testDb(), made, Date.now(), always)
  const video = await makeVideo(userId, { tags: made.map(({ slug }) => slug), ...change })
  await testDb().batch(listUnderTags(testDb(), [video.id]))
  return video
}

/** Returns the IDs of a tag's videos as its page lists them. */
export async function listOfTag(client: TestClient, slug: string, query = ''): Promise<number[]> {
  const videos = await client.json<Video[]>('GET', `/api/videos?tag=${encodeURIComponent(slug)}${query}`)
  return videos.map(({ id }) => id)
}

/** Returns the stored counts that differ from the rows. */
export function wrongTagCounts() {
  return testDb()
    .select({ slug: tags.slug, count: tags.videoCount })
    .from(tags)
    .where(sql`${tags.videoCount} <> (select count(*) from video_tags t where t.slug = ${tags.slug})`)
}

export async function tagRow(slug: string) {
  const [row] = await testDb().select().from(tags).where(eq(tags.slug, slug))
  return row
}
