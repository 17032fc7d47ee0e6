import type { StorageScan } from '../../../contract/schemas/storage'
import type { ScanRow } from '../../../db/queries/storage'
import { isoTime, isoTimeOrNull } from '../iso-time'

export function scanView({ id: _, cursor: __, startedAt, finishedAt, ...found }: ScanRow): StorageScan {
  return {
    ...found,
    startedAt: isoTime(startedAt),
    finishedAt: isoTimeOrNull(finishedAt),
  }
}
