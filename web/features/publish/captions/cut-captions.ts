import type { Caption, Video } from '#contract/schemas/videos/video'
import { ApiError } from '#web/lib/api-error'
import { cutVtt } from './cut-vtt'
import { ownTracks } from './tracks'

type Captioned = Pick<Video, 'id' | 'captions'>

/** The uploader's choice for the captions when another file replaces the video's. */
export type CaptionPlan = { kind: 'keep' } | { kind: 'remove' } | { kind: 'shift'; seconds: number }

/**
 * Cuts the captions of a video just replaced by a part of itself, and removes tracks left empty. Returns a
 * sentence about tracks that couldn't be cut, or null.
 */
export async function cutCaptions(
  video: Captioned,
  part: { start: number; end: number },
): Promise<string | null> {
  const left = await changeEach(video, (track) => cutTrack(video.id, track, part))
  return (
    left &&
    `${left.names} still ${left.fit} the uncut video. Replace ${left.them} under Captions on the edit page.`
  )
}

/**
 * Applies the uploader's plan to a video's captions. Returns a sentence about the tracks that couldn't be
 * changed, or null.
 */
export async function followPlan(video: Captioned, plan: CaptionPlan): Promise<string | null> {
  if (plan.kind === 'keep') return null
  const left = await changeEach(video, (track) =>
    plan.kind === 'remove'
      ? ownTracks.remove(video.id, track.language)
      : cutTrack(video.id, track, { start: -plan.seconds, end: Number.POSITIVE_INFINITY }),
  )
  return (
    left &&
    `${left.names} still ${left.fit} the previous file. Change ${left.them} under Captions on the edit page.`
  )
}

/** Returns the names of the tracks that couldn't be changed, with words that agree with their number. */
async function changeEach({ captions }: Captioned, change: (track: Caption) => Promise<unknown>) {
  const ends = await Promise.allSettled(captions.map(change))
  const left = captions.filter((_, index) => ends[index]?.status === 'rejected').map(({ label }) => label)
  if (left.length === 0) return null
  const [fit, them] = left.length === 1 ? ['fits', 'it'] : ['fit', 'them']
  return { names: list.format(left), fit, them }
}

async function cutTrack(
  videoId: number,
  { language, url }: Caption,
  part: { start: number; end: number },
): Promise<void> {
  const response = await fetch(url)
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, response.statusText, text)
  const vtt = cutVtt(text, part)
  if (vtt === null) await ownTracks.remove(videoId, language)
  else await ownTracks.put(videoId, language, vtt)
}

const list = new Intl.ListFormat('en')
