import { dayOf } from '#contract/values/shared/time'
import { heavyBitrate } from '#contract/values/videos/ladder'
import { ladderOf, segmentsOfRendition } from '#db/queries/videos/renditions'
import { notFound } from '#worker/errors'
import type { Segment } from '#worker/formats/hls/bandwidth'
import { joinSegments } from '#worker/formats/hls/join-segments'
import { masterPlaylist, mediaPlaylist, type Variant } from '#worker/formats/hls/playlist'
import { initFile, masterFile, objectId, objectKey, renditionFile, segmentFile } from '#worker/storage/keys'
import { type MediaToken, signBesideUrl } from '#worker/storage/media-token'
import { isShared } from '#worker/storage/near-media'
import type { NearRows } from '#worker/storage/near-rows'
import type { ServiceContext } from '../../context'

type RenderContext = Pick<ServiceContext, 'config' | 'db' | 'near' | 'now'>

export function isPlaylist(file: string): boolean {
  return file.endsWith('.m3u8')
}

/**
 * Returns the playlist of a URL: the master playlist when its token names a source, else that of one
 * rendition. Its URLs are signed today, for the same class and the stored index's bytes.
 *
 * Call authoriseMedia first. Throws `not_found` when the ladder is gone. At most one query.
 */
export async function renderPlaylist(ctx: RenderContext, token: MediaToken, file: string): Promise<string> {
  const current = { ...token, day: dayOf(ctx.now) }
  return file === masterFile ? renderLadder(ctx, current) : renderRendition(ctx, current)
}

/**
 * Returns where rows about a file are read: those about a file that only its owner and staff may open are
 * never copied.
 */
function rowsFor({ db, near }: RenderContext, token: MediaToken): Pick<NearRows, 'batch'> {
  return isShared(token.class) ? near : db
}

async function renderLadder(ctx: RenderContext, { video, ...token }: MediaToken): Promise<string> {
  if (video === undefined) throw notFound('This file')
  const [renditions] = await rowsFor(ctx, token).batch([
    ladderOf(ctx.db, video, objectKey(token.object), token.revision),
  ])
  if (renditions.length === 0) throw notFound('This file')
  const variants = renditions.map(({ objectKey: key, bytes, quality, ...variant }) => ({
    ...variant,
    ...announced(variant),
    uri: signBesideUrl(
      ctx.config.mediaKey,
      { ...token, object: objectId(key), size: bytes },
      renditionFile(quality),
    ),
  }))
  return masterPlaylist(variants)
}

/** A heavy variant announces twice its bits, since that is what a line has to hold before a player climbs. */
function announced({ peakBandwidth, averageBandwidth }: Pick<Variant, 'peakBandwidth' | 'averageBandwidth'>) {
  const factor = averageBandwidth > heavyBitrate ? 2 : 1
  return { peakBandwidth: factor * peakBandwidth, averageBandwidth: factor * averageBandwidth }
}

async function renderRendition(ctx: RenderContext, token: MediaToken): Promise<string> {
  const [[index]] = await rowsFor(ctx, token).batch([segmentsOfRendition(ctx.db, objectKey(token.object))])
  if (!index) throw notFound('This file')
  const uri = (offset: number, length: number, file: string) =>
    signBesideUrl(ctx.config.mediaKey, { ...token, segment: { offset, length } }, file)
  let offset = index.firstOffset
  const segments = joinSegments(JSON.parse(index.segments) as Segment[]).map(([bytes, milliseconds]) => {
    const segment = { uri: uri(offset, bytes, segmentFile), milliseconds }
    offset += bytes
    return segment
  })
  return mediaPlaylist(uri(0, index.initBytes, initFile), segments)
}
