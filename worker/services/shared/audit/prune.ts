import { day } from '#contract/values/shared/time'
import { inChunks } from '#db/in-chunks'
import { deleteOldAudits } from '#db/queries/shared/audit'
import type { ServiceContext } from '../../context'

/**
 * How long entries are kept; a trigger refuses less. Until then a member may sue over a decision, and staff
 * may be asked about it.
 */
export const auditKeptMs = 3 * 365 * day

/** Deletes old entries, but for those about money and those of cases that are open or kept as evidence. */
export async function pruneAudit({ db }: ServiceContext): Promise<void> {
  await inChunks((atMost) => deleteOldAudits(db, auditKeptMs, atMost))
}
