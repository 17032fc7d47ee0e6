import type { Damage } from '#web/studio/studio'
import type { JobRecord } from '../store/job-record'

/** A flaw of a file that its uploader has to accept before anything is uploaded. */
export type Question = { step: 'damaged'; damage: Damage } | { step: 'silent'; formats: readonly string[] }

/** Returns what a job's uploader hasn't accepted yet; null for nothing. A part has been checked on its own. */
export function questionOf({ damage, sounds, acceptsSilence, cut }: JobRecord): Question | null {
  if (damage && !cut) return { step: 'damaged', damage }
  if (!sounds || sounds.found.length === 0 || sounds.taken !== null || acceptsSilence) return null
  return { step: 'silent', formats: [...new Set(sounds.found.map(({ format }) => format))] }
}

/** Returns the change to a record that accepts the flaw. */
export function accepted({ step }: Question): Partial<JobRecord> {
  return step === 'damaged' ? { damage: null } : { acceptsSilence: true }
}
