import type { Source, Video } from '#contract/schemas/videos/video'
import { heavyBitrate, qualityOf } from '#contract/values/videos/ladder'
import { storyboardColumns, storyboardTile } from '#contract/values/videos/media'
import type { RenditionRow } from '#db/queries/videos/renditions'
import type { VideoRow } from '#db/queries/videos/video'
import { masterFile, renditionFile } from '#worker/storage/keys'
import type { MediaClass } from '#worker/storage/media-token'
import { mediaUrl, type RenderContext, sourceUrl } from './addresses'

/**
 * Returns every way to play a video: the file, the ladder, each rendition, lowest first like `renditions`.
 * Players start with the first one they can play, so a heavy file comes after its ladder. CMAF has no file
 * source: browsers are slow to start it.
 */
export function sourcesOf(
  ctx: RenderContext,
  row: VideoRow,
  access: MediaClass,
  renditions: readonly RenditionRow[],
): Source[] | null {
  const { sourceKey: key, sourceBytes: bytes, sourceType, width, height } = row
  const url = sourceUrl(ctx, row, access)
  if (!url || !key || !bytes || !sourceType) return null
  const isCmaf = renditions.some(({ objectKey }) => objectKey === key)
  const quality = width && height ? qualityOf(width, height) : null
  const bandwidth = bandwidthOf(row)
  const file: Source[] = isCmaf ? [] : [{ type: sourceType, url, height: quality, bandwidth }]
  if (renditions.length === 0) return file
  const ladder: Source = {
    type: 'hls',
    url: mediaUrl(ctx, row, access, { key, bytes, video: row.id }, masterFile),
    height: null,
    bandwidth: null,
  }
  const sources = bandwidth !== null && bandwidth > heavyBitrate ? [ladder, ...file] : [...file, ladder]
  for (const rendition of renditions) {
    const object = { key: rendition.objectKey, bytes: rendition.bytes }
    sources.push({
      type: 'hls',
      url: mediaUrl(ctx, row, access, object, renditionFile(rendition.quality)),
      height: rendition.quality,
      bandwidth: rendition.bandwidth,
    })
  }
  return sources
}

/** Bits per second of the whole file. */
function bandwidthOf(row: VideoRow): number | null {
  return row.sourceBytes && row.duration ? Math.round((row.sourceBytes * 8) / row.duration) : null
}

/** Returns the tiles for the seek bar, with the second that each one shows. */
export function storyboardOf(ctx: RenderContext, row: VideoRow, access: MediaClass): Video['storyboard'] {
  const { storyboardKey: key, storyboardBytes: bytes, storyboardRows: rows, duration, width, height } = row
  if (!key || !bytes || !rows || !duration || !width || !height) return null
  const tile = storyboardTile(width, height)
  return {
    url: mediaUrl(ctx, row, access, { key, bytes }, 'storyboard.jpg'),
    columns: storyboardColumns,
    rows,
    tileWidth: tile.width,
    tileHeight: tile.height,
    interval: duration / (rows * storyboardColumns),
  }
}
