import type { ChangedVideo } from '#contract/schemas/moderation/changes'
import type { PageQuery } from '#contract/schemas/shared/lists'
import { languageName } from '#contract/values/videos/languages'
import { changedVideos, type TrackRow, tracksOfAll } from '#db/queries/moderation/changes'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { isoTime } from '../../shared/time'
import { adminVideoView } from '../../videos/browse'
import { inCase } from '../case-viewer/in-case'

/** Lists a page of the videos whose texts were changed since their approval, longest changed first. */
export async function listChanged(
  ctx: ServiceContext,
  { limit, cursor }: PageQuery,
): Promise<Page<ChangedVideo>> {
  const [since, id] = cursor ? decodeCursor(cursor, 'number', 'number') : []
  const after = since === undefined || id === undefined ? undefined : { since, id }
  const rows = await changedVideos(ctx.db, limit + 1, after)
  const { items, nextCursor } = page(rows, limit, (row) => [row.changedSince, row.id])
  const tracks =
    items.length === 0
      ? []
      : await tracksOfAll(
          ctx.db,
          items.map((row) => row.id),
        )
  return {
    items: items.map((row) => ({
      video: adminVideoView(inCase(ctx), row),
      changedSince: isoTime(row.changedSince),
      changes: row.changes,
      tags: row.tags,
      approved: {
        at: isoTime(row.approvedAt),
        title: row.approvedTitle,
        description: row.approvedDescription,
        tags: row.approvedTags,
      },
      captions: changedTracks(tracks.filter(({ videoId }) => videoId === row.id)),
    })),
    nextCursor,
  }
}

function changedTracks(tracks: readonly TrackRow[]): ChangedVideo['captions'] {
  return [...Map.groupBy(tracks, ({ language }) => language)].flatMap(([language, sides]) => {
    const keyOf = (side: TrackRow['side']) => sides.find((track) => track.side === side)?.objectKey ?? null
    const [approved, shown] = [keyOf('approved'), keyOf('shown')]
    if (approved === shown) return []
    const change = approved === null ? 'added' : shown === null ? 'removed' : 'replaced'
    return [{ language, label: languageName(language), change } as const]
  })
}
