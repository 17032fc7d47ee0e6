import { bindUpload, type ImportRow } from '#db/queries/uploads/imports'
import { ownUpload, type UploadRow } from '#db/queries/uploads/upload'
import { videoContainer } from '#worker/formats/probe/container'
import { contentTypes, sniffLength, sniffMedia } from '#worker/formats/probe/sniff'
import { OriginRefused } from '#worker/integrations/origin/refused'
import type { ServiceContext } from '../../context'
import { abandonUpload } from '../transfer/abandon'
import { reserveUpload } from '../transfer/open'
import { allowanceOf } from '../uploaders/allowance'

/**
 * Opens the file's upload, once its first bytes show an accepted type. Quota and size limits are those of any
 * upload. Throws AppError or OriginRefused.
 */
export async function openTarget(
  ctx: ServiceContext,
  row: ImportRow,
  file: { size: number; validator: string | null },
  firstPart: Uint8Array,
): Promise<UploadRow> {
  const contentType = announcedType(row, firstPart.subarray(0, sniffLength))
  const request = {
    kind: row.kind,
    size: file.size,
    contentType,
    fileName: fileName(row.url),
    fingerprint: `import:${row.id}`,
  }
  const { upload } = await reserveUpload(ctx, row.userId, request, await allowanceOf(ctx, row.userId))
  const [bound] = await bindUpload(ctx.db, row.id, { uploadId: upload.id, ...file })
  if (!bound) await abandonUpload(ctx, row.userId, upload.id)
  const [target] = await ownUpload(ctx.db, upload.id, row.userId)
  if (!bound || !target) throw new Error('The import was cancelled.')
  return target
}

/**
 * The editor accepts two more containers, which it repairs; each is announced as the type it derives from.
 */
function announcedType({ kind, videoId }: ImportRow, head: Uint8Array): string {
  const found = sniffMedia(head)
  if (kind === 'image') {
    if (found === 'jpeg' || found === 'png' || found === 'webp') return contentTypes[found]
    throw new OriginRefused("This file isn't a JPEG, PNG or WebP image.")
  }
  if (videoId === null && found === 'quicktime') return contentTypes.mp4
  if (videoId === null && found === 'matroska') return contentTypes.webm
  const container = videoContainer(head)
  if (typeof container === 'object') throw new OriginRefused(container.reason)
  return contentTypes[container]
}

function fileName(url: string): string {
  return new URL(url).pathname.split('/').at(-1)?.slice(0, 255) ?? ''
}
