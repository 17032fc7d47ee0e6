import type { Video } from '#contract/schemas/videos/video'
import { can } from '#contract/values/accounts/permissions'
import { plainOf } from '#contract/values/videos/plain-fields'
import type { Tag } from '#contract/values/videos/tags'
import type { CaptionRow } from '#db/queries/videos/captions'
import type { RenditionRow } from '#db/queries/videos/renditions'
import type { VideoRow } from '#db/queries/videos/video'
import { isOpenByLink, looksAtCase, mediaClass } from '#worker/policy/video-access'
import { isoTime, isoTimeOrNull } from '../../shared/time'
import { captionViews } from '../captions/view'
import { blurredUrl, posterView, previewUrl, sourceUrl, trailerUrl, type ViewContext } from './addresses'
import { sourcesOf, storyboardOf } from './playing'
import { visibilityOf } from './visibility'

/**
 * Returns a video for a list. Nothing in it opens the file, except the seconds of its preview and trailer.
 */
export function videoCard(ctx: ViewContext, row: VideoRow): Video {
  return {
    id: row.id,
    userId: row.userId,
    uploader: { id: row.userId, username: row.username },
    ...plainOf(row),
    title: row.title,
    videoUrl: null,
    ...posterView(ctx, row),
    previewUrl: previewUrl(ctx, row),
    trailerUrl: trailerUrl(ctx, row),
    storyboard: null,
    sources: null,
    captions: [],
    duration: row.duration,
    width: row.width,
    height: row.height,
    categoryId: row.categoryId,
    isPublic: row.isPublic,
    visibility: visibilityOf(row),
    ...(mayHaveKey(ctx, row) && { unlistedKey: row.unlistedKey }),
    views: row.views,
    likes: row.likes,
    createdAt: isoTime(row.createdAt),
    ...((isOwnerOrStaff(ctx, row) || looksAtCase(ctx.actor)) && {
      status: row.status,
      blurredUrl: blurredUrl(ctx, row),
      review: row.review,
      hold: row.hold,
      reason: row.reason,
      publicOnApproval: row.publicBefore,
      publishAt: isoTimeOrNull(row.publishAt),
      allowComments: row.allowComments,
    }),
  }
}

/** The rows attached to a single video. */
export interface Attached {
  /** Lowest first. */
  renditions: readonly RenditionRow[]
  captions: readonly CaptionRow[]
  tags: Tag[]
  /** Null while comments are turned off. */
  comments: number | null
  liked: boolean
  saved: boolean
  /** The second at which the viewer stopped. */
  position: number | null
}

/** Returns a single video, with URLs of its files for someone who may play it. */
export function videoDetail(ctx: ViewContext, row: VideoRow, attached: Attached): Video {
  const access = mediaClass(row, ctx.actor)
  const { latitude, longitude } = row
  return {
    ...videoCard(ctx, row),
    ...(access && {
      videoUrl: sourceUrl(ctx, row, access),
      sources: sourcesOf(ctx, row, access, attached.renditions),
      storyboard: storyboardOf(ctx, row, access),
    }),
    captions: captionViews(ctx, row, attached.captions),
    tags: attached.tags,
    comments: attached.comments,
    likedByMe: attached.liked,
    savedByMe: attached.saved,
    position: attached.position,
    ...(isOwnerOrStaff(ctx, row) && {
      locationData: latitude === null || longitude === null ? null : { latitude, longitude },
    }),
  }
}

/** Staff see every video without its key, and needn't be able to pass it on. */
function mayHaveKey({ actor }: ViewContext, row: VideoRow): boolean {
  const isOwner = actor.kind === 'user' && actor.id === row.userId
  return visibilityOf(row) === 'unlisted' && (isOwner || isOpenByLink(row))
}

function isOwnerOrStaff({ actor }: ViewContext, row: VideoRow): boolean {
  return actor.kind === 'user' && (actor.id === row.userId || can(actor.role, 'video.manageAny'))
}
