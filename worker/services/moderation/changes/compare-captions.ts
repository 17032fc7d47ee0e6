import type { ComparedCaptions } from '#contract/schemas/moderation/changes'
import { tracksOfAll } from '#db/queries/moderation/changes'
import type { ServiceContext } from '../../context'
import { anyVideo } from '../../videos/browse'

/** Returns a track's text as it was approved and as it is shown; null where there was or is none. */
export async function compareCaptions(
  ctx: ServiceContext,
  videoId: number,
  language: string,
): Promise<ComparedCaptions> {
  await anyVideo(ctx, videoId)
  const tracks = (await tracksOfAll(ctx.db, [videoId])).filter((track) => track.language === language)
  const textOf = async (side: 'approved' | 'shown') => {
    const track = tracks.find((each) => each.side === side)
    const object = track && (await ctx.media.read(track.objectKey, 0, track.bytes))
    return object ? object.text() : null
  }
  return { approved: await textOf('approved'), shown: await textOf('shown') }
}
