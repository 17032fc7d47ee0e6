/** Purpose of an upload: a video's source or poster, a file that the browser derived from them, or an avatar. */
export const uploadKinds = [
  'video',
  'image',
  'blurred',
  'rendition',
  'storyboard',
  'preview',
  'trailer',
  'avatar',
] as const
export type UploadKind = (typeof uploadKinds)[number]

/** Kinds that an import can fetch. */
export const importKinds = ['video', 'image'] as const satisfies readonly UploadKind[]
export type ImportKind = (typeof importKinds)[number]

/** Content types that an upload of each kind may announce; the server decides from the bytes. */
export const uploadTypes: Record<UploadKind, readonly string[]> = {
  video: ['video/mp4', 'video/webm'],
  image: ['image/jpeg', 'image/png', 'image/webp'],
  blurred: ['image/jpeg'],
  rendition: ['video/mp4'],
  storyboard: ['image/jpeg'],
  preview: ['video/mp4'],
  trailer: ['video/mp4'],
  avatar: ['image/jpeg', 'image/png', 'image/webp'],
}

/** A poster in several widths, stored as one object: its colour, and its pictures one after the other. */
export interface StoredPictures {
  /** `#rrggbb` */
  color: string
  /** Pixels, widest first. */
  widths: number[]
  bytes: number[]
}

export const importStatuses = ['queued', 'fetching', 'probing', 'done', 'failed'] as const
