import { highestEncoded, qualityOf, sourceBitrates } from '#contract/values/videos/ladder'

export interface Size {
  width: number
  height: number
}

/** Returns the size to encode a picture in: even sides, as H.264 requires, the shorter one at most `most`. */
export function encodedSize({ width, height }: Size, most = highestEncoded): Size {
  const scale = Math.min(1, most / qualityOf(width, height))
  const even = (side: number) => Math.max(2, 2 * Math.floor((side * scale) / 2 + 1e-6))
  return { width: even(width), height: even(height) }
}

/** Share of H.264's bits that HEVC, VP9 and AV1 need for the same quality. */
const newerCodecs = 0.6
const leastBitrate = 150_000

/**
 * Returns bits per second for a picture of this size, no more than the source can use; the source's own rate
 * may be unknown.
 */
export function encodedBitrate(size: Size, source: { bitrate: number; isAvc: boolean }): number {
  const quality = qualityOf(size.width, size.height)
  const top = sourceBitrates[sourceBitrates.length - 1] ?? sourceBitrates[0]
  const named = sourceBitrates.find((each) => each.quality >= quality)
  const wanted = named?.bitrate ?? top.bitrate * (quality / top.quality) ** 2
  const own = source.isAvc ? source.bitrate : source.bitrate / newerCodecs
  return Math.round(Math.max(leastBitrate, Math.min(wanted, own)))
}
