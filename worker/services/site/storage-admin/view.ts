import type { StorageScan } from '#contract/schemas/site/storage'
import type { ScanRow } from '#db/queries/site/storage'
import { isoTime, isoTimeOrNull } from '../../shared/time'

export function scanView({ id, cursor, startedAt, finishedAt, ...found }: ScanRow): StorageScan {
  return {
    ...found,
    startedAt: isoTime(startedAt),
    finishedAt: isoTimeOrNull(finishedAt),
  }
}
