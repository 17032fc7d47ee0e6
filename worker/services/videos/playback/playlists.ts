import { dayOf } from '../../../../contract/values/shared/time'
import { ladderOfSource, segmentsOfRung } from '../../../../db/queries/videos/renditions'
import { notFound } from '../../../errors'
import type { Segment } from '../../../formats/bandwidth'
import { masterPlaylist, mediaPlaylist } from '../../../formats/hls-playlist'
import { initFile, masterFile, objectId, objectKey, rungFile, segmentFile } from '../../../storage/keys'
import { type MediaFacts, signBesideUrl } from '../../../storage/media-facts'
import type { ServiceContext } from '../../context'

type PrintContext = Pick<ServiceContext, 'config' | 'db' | 'now'>

export function isPlaylist(file: string): boolean {
  return file.endsWith('.m3u8')
}

/**
 * Returns the playlist of a URL: the master playlist when its facts name a source, else that of one
 * rendition. Its URLs are signed today, for the same class and the stored index's bytes.
 *
 * Call authoriseMedia first. Throws `not_found` when the ladder is gone. One query.
 */
export async function printPlaylist(ctx: PrintContext, facts: MediaFacts, file: string): Promise<string> {
  const current = { ...facts, day: dayOf(ctx.now) }
  return file === masterFile ? printLadder(ctx, current) : printRung(ctx, current)
}

async function printLadder(ctx: PrintContext, facts: MediaFacts): Promise<string> {
  const rungs = await ladderOfSource(ctx.db, objectKey(facts.object), facts.revision)
  if (rungs.length === 0) throw notFound('This file')
  const variants = rungs.map(({ objectKey: key, bytes, quality, ...variant }) => ({
    ...variant,
    uri: signBesideUrl(
      ctx.config.mediaKey,
      { ...facts, object: objectId(key), size: bytes },
      rungFile(quality),
    ),
  }))
  return masterPlaylist(variants)
}

async function printRung(ctx: PrintContext, facts: MediaFacts): Promise<string> {
  const [index] = await segmentsOfRung(ctx.db, objectKey(facts.object))
  if (!index) throw notFound('This file')
  const uri = (offset: number, length: number, file: string) =>
    signBesideUrl(ctx.config.mediaKey, { ...facts, segment: { offset, length } }, file)
  let offset = index.firstOffset
  const segments = (JSON.parse(index.segments) as Segment[]).map(([bytes, milliseconds]) => {
    const segment = { uri: uri(offset, bytes, segmentFile), milliseconds }
    offset += bytes
    return segment
  })
  return mediaPlaylist(uri(0, index.initBytes, initFile), segments)
}
