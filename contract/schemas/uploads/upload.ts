import * as z from 'zod'
import { withoutDirection } from '../../values/shared/direction'
import { emailLength, fileNameLength, posterWidths, urlLength } from '../../values/shared/limits'
import { importStatuses, uploadKinds } from '../../values/uploads/upload'
import { line } from '../shared/parts'

/**
 * A poster in several widths: its colour, and the widths of the pictures in the file, which come one after
 * the other.
 */
export const posterPictures = z.strictObject({
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  widths: z
    .array(z.int().positive().max(posterWidths[0]))
    .min(1)
    .refine((widths) => widths.every((width, at) => at === 0 || isNextWidth(width, widths[at - 1] ?? 0)), {
      error: `After the first picture, only ${posterWidths.slice(1).join(' and ')} pixels are accepted, each narrower than the one before.`,
    }),
})
export type PosterPictures = z.infer<typeof posterPictures>

function isNextWidth(width: number, before: number): boolean {
  return width < before && posterWidths.some((known) => known === width)
}

export const openUploadInput = z.strictObject({
  kind: z.enum(uploadKinds),
  size: z.int().positive('The file is empty.'),
  contentType: line.max(100),
  /** The file's name; some systems allow any character in one. */
  fileName: z
    .string()
    .max(fileNameLength.max)
    .overwrite((name) => withoutDirection(name.replace(/[\p{Cc}\u2028\u2029]/gu, ' '))),
  /** SHA-256, in hex, of the source's name, size, modification time and edits. */
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  pictures: posterPictures.optional(),
})
export type OpenUpload = z.infer<typeof openUploadInput>

/** Opens an upload for the library of another account, by its name. */
export const openUploadForInput = openUploadInput.extend({ owner: line.min(1).max(emailLength.max) })
export type OpenUploadFor = z.infer<typeof openUploadForInput>

export const upload = z.object({
  id: z.string(),
  kind: z.enum(uploadKinds),
  size: z.number(),
  partSize: z.number(),
  parts: z.number(),
  /** Numbers of the parts that arrived, from 1. */
  received: z.array(z.number()),
  done: z.boolean(),
})
export type Upload = z.infer<typeof upload>

/** Facts that the server read from a finished upload; `duration` is null for a picture. */
export const finishedUpload = z.object({
  id: z.string(),
  size: z.number(),
  contentType: z.string(),
  duration: z.number().nullable(),
  width: z.number(),
  height: z.number(),
  /** The owner's video that has the same file; null if there is none. */
  sameAs: z.object({ id: z.number(), title: z.string() }).nullable(),
})
export type FinishedUpload = z.infer<typeof finishedUpload>

export const createImportInput = z.strictObject({ url: line.min(1).max(urlLength.max) })

export const importState = z.object({
  id: z.string(),
  status: z.enum(importStatuses),
  received: z.number(),
  /** Null until the origin has announced it. */
  size: z.number().nullable(),
  uploadId: z.string().nullable(),
  /** The reason why a finished file can't be published as it is; null if it can. */
  obstacle: z.string().nullable(),
  error: z.string().nullable(),
})
export type ImportState = z.infer<typeof importState>
