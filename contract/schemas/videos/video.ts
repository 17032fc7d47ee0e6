import * as z from 'zod'
import { descriptionLength, emailLength, titleLength, urlLength } from '../../values/shared/limits'
import { maxRenditions } from '../../values/videos/ladder'
import { captionLanguage } from '../../values/videos/media'
import { videoMessages } from '../../values/videos/messages'
import { plainFields } from '../../values/videos/plain-fields'
import { slugLength } from '../../values/videos/tags'
import {
  holds,
  ownBulkActions,
  ownBulkSize,
  ownSorts,
  ownTabs,
  posterStyles,
  reviews,
  sorts,
  videoStatuses,
  visibilities,
} from '../../values/videos/video'
import { pageQuery, queryBoolean, sortOrders } from '../shared/lists'
import { line, prose, typedLine } from '../shared/parts'
import { posterPictures } from '../uploads/upload'
import { tag, tagNames } from './tags'

const title = line
  .min(titleLength.min, videoMessages.titleShort)
  .max(titleLength.max, videoMessages.titleLong)
const description = prose.max(descriptionLength.max, videoMessages.descriptionLong)
const categoryId = z.int({ error: videoMessages.categoryMissing }).positive(videoMessages.categoryMissing)
const address = z.url()
/**
 * Our own media paths are relative; a PATCH may send them back unchanged. Not a union, whose error would be
 * one branch's message.
 */
const mediaAddress = (message: string) =>
  line
    .max(urlLength.max, message)
    .refine((text) => text.startsWith('/media/') || address.safeParse(text).success, message)
/** Far more than any video's duration. */
const maxSeconds = 1e6
/** Metres: half of the way around the Earth. */
const maxAccuracy = 2e7
/** Milliseconds: the last moment that a Date can hold. */
const maxTimestamp = 8.64e15
const upload = z.string().regex(/^[\w-]{8,64}$/, 'Unknown upload.')

export const locationData = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  // Accepted from the browser's API and not kept.
  accuracy: z.number().min(0).max(maxAccuracy).optional(),
  timestamp: z.union([z.number().min(-maxTimestamp).max(maxTimestamp), line.max(100)]).optional(),
})
export type LocationData = z.infer<typeof locationData>

const fields = {
  title,
  description,
  /** Names; a new name creates a tag. */
  tags: tagNames,
  categoryId,
  isPremium: z.boolean(),
  /** The older way to say whether the visibility is public or private. */
  isPublic: z.boolean(),
  visibility: z.enum(visibilities),
  /** When a private video becomes public; null cancels that. */
  publishAt: z.iso.datetime({ offset: true, error: videoMessages.publishAtInvalid }).nullable(),
  allowDownload: z.boolean(),
  allowComments: z.boolean(),
  posterStyle: z.enum(posterStyles),
  // Validated and ignored: the server reads the file.
  duration: z.number().min(1, videoMessages.durationShort).max(maxSeconds),
  videoUrl: mediaAddress(videoMessages.videoUrlInvalid),
  thumbnailUrl: mediaAddress(videoMessages.thumbnailUrlInvalid),
  videoFile: upload,
  thumbnailFile: upload,
  blurredFile: upload,
  storyboardFile: upload,
  previewFile: upload,
  /** Null removes the trailer. */
  trailerFile: upload.nullable(),
  renditions: z.array(upload).max(maxRenditions),
  locationData: locationData.nullable(),
}

export const createVideoInput = z.strictObject({
  ...fields,
  description: description.default(''),
  tags: tagNames.default([]),
  isPremium: fields.isPremium.default(false),
  isPublic: fields.isPublic.optional(),
  visibility: fields.visibility.optional(),
  publishAt: fields.publishAt.optional(),
  allowDownload: fields.allowDownload.default(false),
  allowComments: fields.allowComments.optional(),
  posterStyle: fields.posterStyle.default('clear'),
  duration: fields.duration.optional(),
  videoUrl: fields.videoUrl.optional(),
  thumbnailUrl: fields.thumbnailUrl.optional(),
  videoFile: upload.optional(),
  thumbnailFile: upload.optional(),
  blurredFile: upload.optional(),
  storyboardFile: upload.optional(),
  previewFile: upload.optional(),
  trailerFile: upload.optional(),
  renditions: fields.renditions.optional(),
  locationData: locationData.nullable().optional(),
  // Accepted and ignored: the session's user is the owner.
  userId: z.int().optional(),
})
export type CreateVideo = z.infer<typeof createVideoInput>

/** Publishes finished uploads for another account, by its name, with the time at which they appeared elsewhere. */
export const importVideoInput = createVideoInput
  .pick({
    title: true,
    description: true,
    tags: true,
    categoryId: true,
    isPremium: true,
    visibility: true,
    allowDownload: true,
    posterStyle: true,
    blurredFile: true,
    storyboardFile: true,
    previewFile: true,
    renditions: true,
  })
  .extend({
    videoFile: upload,
    thumbnailFile: upload,
    owner: line.min(1).max(emailLength.max),
    createdAt: z.iso.datetime({ offset: true, error: videoMessages.importedAtInvalid }).optional(),
  })
export type ImportVideo = z.infer<typeof importVideoInput>

/** The uploads that an imported video takes over. */
export const importFileFields = [
  'videoFile',
  'thumbnailFile',
  'storyboardFile',
  'previewFile',
  'renditions',
] as const
export type ImportFiles = Pick<ImportVideo, (typeof importFileFields)[number]>

/** Typed details of a video, as the forms hold them. */
export const videoDetails = createVideoInput
  .pick({
    title: true,
    description: true,
    tags: true,
    categoryId: true,
    isPremium: true,
    visibility: true,
    publishAt: true,
    allowDownload: true,
    posterStyle: true,
  })
  .required()
export type VideoDetails = z.output<typeof videoDetails>

export const updateVideoInput = z
  .strictObject({
    ...fields,
    // Derived files that are sent after publishing name the file they were made from: the video may have
    // another one by then.
    madeFrom: upload,
  })
  .partial()
export type UpdateVideo = z.infer<typeof updateVideoInput>

/** Malformed keys are ignored: a link with a broken key counts as a link without one. */
export const linkKeyQuery = z.object({ key: z.string().max(64).optional().catch(undefined) })

/** The key that the new one replaces, so that a repeated request changes nothing. */
export const renewLinkInput = z.strictObject({ replaces: z.string().regex(/^[\w-]{22}$/, 'Unknown link.') })

export const listVideosQuery = pageQuery
  .extend({
    isPremium: queryBoolean.optional(),
    categoryId: z.coerce.number().int().positive().optional(),
    /** Slug, without another filter. */
    tag: line.min(1).max(slugLength.max).optional(),
    sort: z.enum(sorts).default('newest'),
  })
  .refine(({ tag: slug, isPremium, categoryId: id }) => !slug || (isPremium === undefined && !id), {
    path: ['tag'],
    message: "A tag's list can't be filtered further.",
  })
export type ListVideos = z.infer<typeof listVideosQuery>

export const listOwnVideosQuery = pageQuery.extend({
  tab: z.enum(ownTabs).default('all'),
  /** Beginnings of words in the title. */
  q: typedLine.max(100).optional(),
  /** Deleted videos are always sorted by deletion time. */
  sort: z.enum(ownSorts).default('date'),
  order: z.enum(sortOrders).default('desc'),
})
export type ListOwnVideos = z.infer<typeof listOwnVideosQuery>

/** One change of many of an account's own videos; the rules for changing a single video apply to each. */
export const ownBulkInput = z
  .strictObject({
    ids: z.array(z.int().positive()).min(1).max(ownBulkSize),
    action: z.enum(ownBulkActions),
    categoryId: categoryId.optional(),
  })
  .refine(({ action, categoryId: given }) => (action === 'category') === (given !== undefined), {
    path: ['categoryId'],
    message: videoMessages.categoryMissing,
  })
export type OwnBulk = z.infer<typeof ownBulkInput>

export const ownCounts = z.object({
  all: z.number(),
  public: z.number(),
  unlisted: z.number(),
  scheduled: z.number(),
  private: z.number(),
  premium: z.number(),
  free: z.number(),
  // Counted up to a maximum:
  processing: z.number(),
  pending: z.number(),
  rejected: z.number(),
  failed: z.number(),
  deleted: z.number(),
})
export type OwnCounts = z.infer<typeof ownCounts>

/**
 * One way to play a video. `mp4` and `webm` are the whole file. `hls` is the whole ladder, lowest rendition
 * first; with a height it is that rendition alone.
 */
export const source = z.object({
  type: z.enum(['mp4', 'webm', 'hls']),
  url: z.string(),
  /** Quality name, as in 720p: pixels of the shorter side. */
  height: z.number().nullable(),
  /** Bits per second, on average. */
  bandwidth: z.number().nullable(),
})
export type Source = z.infer<typeof source>

export const caption = z.object({ language: z.string(), label: z.string(), url: z.string() })
export type Caption = z.infer<typeof caption>

export const captionParams = z.object({
  id: z.string(),
  language: z.string().regex(captionLanguage, 'Give a language tag such as en or pt-BR.'),
})

export const video = z.object({
  id: z.number().int(),
  userId: z.number().int(),
  uploader: z.object({ id: z.number().int(), username: z.string() }),
  title: z.string(),
  description: z.string(),
  /** Null in every list, and in a detail for viewers who may not play it. */
  videoUrl: z.string().nullable(),
  /** Also null while a poster still has to be blurred by a browser of its uploader. */
  thumbnailUrl: z.string().nullable(),
  /** Present if the poster has several widths: see `posterSrcset`. */
  poster: posterPictures.optional(),
  previewUrl: z.string().nullable(),
  /** Only for a premium video; open to everyone. */
  trailerUrl: z.string().nullable(),
  storyboard: z
    .object({
      url: z.string(),
      columns: z.number(),
      rows: z.number(),
      tileWidth: z.number(),
      tileHeight: z.number(),
      /** Seconds between two tiles. */
      interval: z.number(),
    })
    .nullable(),
  sources: z.array(source).nullable(),
  captions: z.array(caption),
  /** Seconds, as the server read them from the file; null while an import is running. */
  duration: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  categoryId: z.number().int(),
  isPremium: z.boolean(),
  isPublic: z.boolean(),
  /** The uploader's choice, even while a rejection hides the video. */
  visibility: z.enum(visibilities),
  /** The key in an unlisted video's link, for its owner and for viewers who opened it with the key. */
  unlistedKey: z.string().nullable().optional(),
  allowDownload: z.boolean(),
  posterStyle: z.enum(posterStyles),
  views: z.number(),
  likes: z.number(),
  createdAt: z.string(),
  // Only for the owner and administrators:
  status: z.enum(videoStatuses).optional(),
  /** The blurred poster that others see in its place; null until a browser of its uploader has made it. */
  blurredUrl: z.string().nullable().optional(),
  review: z.enum(reviews).optional(),
  hold: z.enum(holds).nullable().optional(),
  /** Value of `isPublic` after an administrator approves it; null unless a rejection hides it. */
  publicOnApproval: z.boolean().nullable().optional(),
  /** When a scheduled video becomes public. */
  publishAt: z.string().nullable().optional(),
  allowComments: z.boolean().optional(),
  /** The reason for a rejection or a processing failure. */
  reason: z.string().nullable().optional(),
  locationData: z.object({ latitude: z.number(), longitude: z.number() }).nullable().optional(),
  /** When its owner deleted it; only in their list of deleted videos. */
  trashedAt: z.string().nullable().optional(),
  // Only in a detail, and the position also under Continue watching:
  likedByMe: z.boolean().optional(),
  savedByMe: z.boolean().optional(),
  /** Second at which the viewer stopped watching; null when there is nothing to resume. */
  position: z.number().nullable().optional(),
  // Only in a detail:
  tags: z.array(tag).optional(),
  /** Shown comments and replies; null while they are turned off. */
  comments: z.number().nullable().optional(),
})
export type Video = z.infer<typeof video>

plainFields satisfies readonly (keyof Video & keyof CreateVideo)[]

/** Viewer-specific state of the videos in a list. */
export const viewerState = z.object({
  id: z.number(),
  liked: z.boolean(),
  saved: z.boolean(),
  /** Second at which the viewer stopped watching; null when there is nothing to resume. */
  position: z.number().nullable(),
})
export type ViewerState = z.infer<typeof viewerState>

/** Video IDs in a URL. */
export const videoIds = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,49}$/, 'Enter 1 to 50 video IDs, separated by commas.')
  .transform((text) => text.split(',').map(Number))

export const mineQuery = z.strictObject({ ids: videoIds })

export const watchProgress = z.strictObject({ position: z.number().min(0).max(maxSeconds) })

export const likeState = z.object({ liked: z.boolean(), likes: z.number() })
export type LikeState = z.infer<typeof likeState>

export const saveState = z.object({ saved: z.boolean() })
export type SaveState = z.infer<typeof saveState>
