import { posterPosition } from '#contract/values/shared/limits'
import { grabFrame } from '#web/studio/studio'
import type { Draft, KeptPoster } from '../draft/draft'
import { openPicture } from '../draft/kept-pictures'
import type { FrameSource } from '../job/job-state'
import { trailerOf } from './made-clips'
import { shrinkPicture } from './shrink-picture'

/**
 * Returns the poster chosen in a draft, or else the automatic frame; null when this browser can't make one.
 */
export async function posterOf(
  kept: KeptPoster | null,
  { file, duration }: FrameSource,
  signal: AbortSignal,
): Promise<Blob | null> {
  const crop = kept?.crop ?? false
  const original = kept?.storedName ? await openPicture(kept.storedName) : null
  const picture = original && (await shrinkPicture(original, crop))
  const second = kept?.second ?? duration * posterPosition
  return picture ?? grabFrame(file, second, signal, { crop }).catch(() => null)
}

/** Returns the trailer chosen in a draft; null where it wants none, or this browser can't make one. */
export async function draftTrailer(
  { details, trailer }: Draft,
  { file, duration }: FrameSource,
  signal: AbortSignal,
): Promise<Blob | null> {
  if (!details.isPremium || !trailer.wanted) return null
  return trailerOf(file, trailer.start ?? duration * posterPosition, signal)
}
