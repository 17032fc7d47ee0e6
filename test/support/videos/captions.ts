import { and, eq, isNull } from 'drizzle-orm'
import type { Caption } from '#contract/schemas/videos/video'
import { captions, mediaObjects } from '#db/schema'
import type { TestClient } from '../client'
import { testDb } from '../factories'

/** Returns a caption file with one caption. */
export function vtt(text = 'Hello'): string {
  return `WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n${text}\n`
}

export function sendCaptions(
  client: TestClient,
  videoId: number | string,
  language: string,
  body: BodyInit = vtt(),
  headers: Record<string, string> = {},
): Promise<Response> {
  return client.request('PUT', `/api/videos/${videoId}/captions/${language}`, {
    body,
    headers: { 'content-type': 'text/vtt', ...headers },
  })
}

/** Sends captions, and returns the video's tracks from the response. Throws if they are refused. */
export async function putCaptions(...given: Parameters<typeof sendCaptions>): Promise<Caption[]> {
  const response = await sendCaptions(...given)
  if (!response.ok) throw new Error(`Refused: ${await response.text()}`)
  return response.json<Caption[]>()
}

export function tracksOf(videoId: number) {
  return testDb().select().from(captions).where(eq(captions.videoId, videoId)).orderBy(captions.language)
}

/** Returns the keys of an account's caption objects without a pending deletion. */
export async function keptCaptions(userId: number): Promise<string[]> {
  const rows = await testDb()
    .select({ key: mediaObjects.key })
    .from(mediaObjects)
    .where(
      and(
        eq(mediaObjects.ownerId, userId),
        eq(mediaObjects.kind, 'caption'),
        isNull(mediaObjects.pendingDeletionSince),
      ),
    )
  return rows.map(({ key }) => key)
}
