import { createHash } from 'node:crypto'
import type { AdminSettings } from '#contract/schemas/site/settings-admin'
import { logoSize } from '#contract/values/shared/look'
import { keepLogo, logoByHash } from '#db/queries/shared/logos'
import { AppError, notFound } from '#worker/errors'
import { contentTypes } from '#worker/formats/probe/sniff'
import { ImageError, type StrippedImage, stripImage } from '#worker/formats/strip-image'
import type { ServiceContext, UserContext } from '../../context'
import { updateSettings } from './update'

/** Stores a picture, without its metadata, and makes it the logo. */
export async function setLogo(ctx: UserContext, file: Uint8Array): Promise<AdminSettings> {
  const { kind, bytes, width, height } = read(file)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const row = { hash, contentType: contentTypes[kind], bytes: Buffer.from(bytes), createdAt: ctx.now }
  await keepLogo(ctx.db, row)
  return updateSettings(ctx, { logo: { url: `/api/logo/${hash}`, width, height } })
}

function read(file: Uint8Array): StrippedImage {
  const picture = parse(file)
  const { width, height } = picture
  if (Math.min(width, height) < logoSize.min || Math.max(width, height) > logoSize.max) {
    const range = `from ${logoSize.min} to ${logoSize.max} pixels`
    throw new AppError('unsupported_media', `Width and height must be ${range}. It is ${width} × ${height}.`)
  }
  if (width > logoSize.maxRatio * height)
    throw new AppError(
      'unsupported_media',
      `A logo can be at most ${logoSize.maxRatio} times as wide as high.`,
    )
  return picture
}

function parse(file: Uint8Array): StrippedImage {
  try {
    return stripImage(file)
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    if (error.reason === 'unsupported') throw new AppError('unsupported_media', error.message)
    throw new AppError('unplayable_media', 'This image is damaged.', { cause: error })
  }
}

/** Returns a current or earlier logo. */
export async function getLogo({ db }: ServiceContext, hash: string) {
  const [logo] = await logoByHash(db, hash)
  if (!logo) throw notFound('This logo')
  return logo
}
