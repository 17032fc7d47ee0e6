import type { Caption, Video } from '../../../../contract/schemas/videos/videos'
import { ApiError } from '../../../lib/api-error'
import { cutVtt } from './cut-vtt'
import { ownTracks } from './tracks'

/**
 * Cuts the captions of a video just replaced by a part of itself, and removes tracks left empty. Returns a
 * sentence about tracks that couldn't be cut, or null.
 */
export async function cutCaptions(
  { id, captions }: Pick<Video, 'id' | 'captions'>,
  part: { start: number; end: number },
): Promise<string | null> {
  const ends = await Promise.allSettled(captions.map((track) => cutTrack(id, track, part)))
  const left = captions.filter((_, index) => ends[index]?.status === 'rejected').map(({ label }) => label)
  if (left.length === 0) return null
  return `${list.format(left)} still ${left.length === 1 ? 'fits' : 'fit'} the uncut video. Replace ${left.length === 1 ? 'it' : 'them'} under Captions on the edit page.`
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
