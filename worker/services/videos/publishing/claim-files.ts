import type { UpdateVideo } from '#contract/schemas/videos/video'
import type { UploadKind } from '#contract/values/uploads/upload'
import { firstTimes } from '#db/queries/uploads/segments'
import type { UploadRow } from '#db/queries/uploads/upload'
import type { Files } from '#db/queries/videos/publishing/publish'
import type { RenditionRow } from '#db/queries/videos/renditions'
import type { VideoRow } from '#db/queries/videos/video'
import { invalidField } from '#worker/errors'
import {
  clipRefusal,
  type FileShape,
  type LadderSource,
  ladderRefusal,
  storyboardGrid,
} from '#worker/policy/derived-files'
import type { UserContext } from '../../context'
import { claimUpload, isObjectOf } from '../../uploads/transfer'

type Given = Pick<
  UpdateVideo,
  | 'videoFile'
  | 'thumbnailFile'
  | 'blurredFile'
  | 'storyboardFile'
  | 'previewFile'
  | 'trailerFile'
  | 'renditions'
>

/** A stored video with its ladder. */
export interface Existing {
  row: VideoRow
  renditions: RenditionRow[]
}

/** The stored source of the derived files. */
interface StoredSource extends Omit<LadderSource, 'start'> {
  objectKey: string
}

/**
 * Checks uploads for a video one by one and against each other. Those it already has are ignored, so a
 * repeated request changes nothing. Throws `invalid_input` on the field.
 */
export async function claimFiles(ctx: UserContext, given: Given, video: Existing | null): Promise<Files> {
  const source = await newFile(ctx, given.videoFile, 'video', video?.row.sourceKey)
  // A new source drops everything derived from the old one.
  const kept = source ? null : video
  const poster = await newFile(ctx, given.thumbnailFile, 'image', video?.row.posterKey)
  const ofPoster = poster ? null : video?.row.blurredKey
  const blurred = await newFile(ctx, given.blurredFile, 'blurred', ofPoster)
  const preview = await newFile(ctx, given.previewFile, 'preview', kept?.row.previewKey)
  const trailer = await newFile(ctx, given.trailerFile ?? undefined, 'trailer', kept?.row.trailerKey)
  const storyboard = await newFile(ctx, given.storyboardFile, 'storyboard', kept?.row.storyboardKey)
  const renditions = await newRenditions(ctx, given.renditions ?? [], kept?.renditions ?? [])

  const found = source ? uploadedSource(source) : kept && storedSource(kept.row)
  if (preview) requireClip('preview', preview, found)
  if (trailer) requireClip('trailer', trailer, found)
  if (renditions.length > 0)
    await requireRenditions(ctx, requireSource(found, 'renditions'), renditions, kept?.renditions ?? [])
  return {
    source: source?.id ?? null,
    poster: poster?.id ?? null,
    blurred: blurred?.id ?? null,
    preview: preview?.id ?? null,
    trailer: trailer?.id ?? null,
    withoutTrailer: given.trailerFile === null,
    storyboard: storyboard && claimStoryboard(storyboard, requireSource(found, 'storyboardFile')),
    renditions: renditions.map(({ id }) => id),
  }
}

/** Throws unless this can be the source's preview or trailer. */
function requireClip(kind: 'preview' | 'trailer', clip: UploadRow, source: StoredSource | null): void {
  const field = `${kind}File`
  const refusal = clipRefusal(kind, requireSource(source, field), sizeOf(clip))
  if (refusal) throw invalidField(field, refusal)
}

/** Returns the upload for the video's file; null when none is given or it is that file already. */
async function newFile(
  ctx: UserContext,
  id: string | undefined,
  kind: UploadKind,
  key: string | null | undefined,
): Promise<UploadRow | null> {
  if (id === undefined || (key && (await isObjectOf(ctx, id, [key])))) return null
  return claimUpload(ctx, id, kind)
}

async function newRenditions(ctx: UserContext, ids: string[], there: RenditionRow[]): Promise<UploadRow[]> {
  if (new Set(ids).size < ids.length) throw invalidField('renditions', 'The same file was given twice.')
  const keys = there.map(({ objectKey }) => objectKey)
  const renditions: UploadRow[] = []
  for (const id of ids) {
    if (!(await isObjectOf(ctx, id, keys))) renditions.push(await claimUpload(ctx, id, 'rendition'))
  }
  return renditions
}

/** Throws unless these can be renditions of the source, beside the existing ones. */
async function requireRenditions(
  ctx: UserContext,
  source: StoredSource,
  renditions: UploadRow[],
  there: RenditionRow[],
) {
  const keys = [source.objectKey, ...renditions.map(({ objectKey }) => objectKey)]
  const times = new Map(
    (await firstTimes(ctx.db, keys)).map(({ objectKey, firstTime }) => [objectKey, firstTime]),
  )
  const startOf = (objectKey: string) => times.get(objectKey) ?? 0
  const shapes = renditions.map((rendition): FileShape => {
    return { ...sizeOf(rendition), duration: rendition.duration ?? 0, start: startOf(rendition.objectKey) }
  })
  const taken = there.map(({ quality }) => quality)
  const refusal = ladderRefusal({ ...source, start: startOf(source.objectKey) }, shapes, taken)
  if (refusal) throw invalidField('renditions', refusal)
}

function claimStoryboard(upload: UploadRow, source: StoredSource): { upload: string; rows: number } {
  const grid = storyboardGrid(source, sizeOf(upload))
  if ('refusal' in grid) throw invalidField('storyboardFile', grid.refusal)
  return { upload: upload.id, rows: grid.rows }
}

function requireSource(source: StoredSource | null, field: string): StoredSource {
  if (source) return source
  throw invalidField(field, "This needs the video's own file, which isn't there yet.")
}

function sizeOf({ width, height }: UploadRow) {
  return { width: width ?? 0, height: height ?? 0 }
}

function uploadedSource(upload: UploadRow): StoredSource {
  const { objectKey, duration, contentType } = upload
  const type = contentType === 'video/webm' ? 'webm' : 'mp4'
  return { ...sizeOf(upload), objectKey, duration: duration ?? 0, type }
}

function storedSource({ sourceKey, sourceType, duration, width, height }: VideoRow): StoredSource | null {
  if (!sourceKey || !sourceType || !duration || !width || !height) return null
  return { objectKey: sourceKey, duration, width, height, type: sourceType }
}
