import type { TestClient } from '../client'
import { makeUser } from '../factories'
import type { PaymentsWorld } from '../payments/payments'

/** A prepared action, with its later entry in the audit log: action, subject, and the subject's ID. */
export interface Act {
  id?: string | number
  json?: unknown
  /** A body other than JSON. */
  body?: BodyInit
  headers?: Record<string, string>
  /** The entries. The ID is null for a subject that the action itself makes. */
  leaves: [action: string, subject: string, id: string | number | null][]
  /** Set for an action that only reads, so that there is no before and after. */
  onlyLooks?: true
}
export type Prepare = (admin: TestClient, world: PaymentsWorld) => Promise<Act>

export const note = 'It has to be so.'

export const account = async (options: Parameters<typeof makeUser>[0] = {}) => (await makeUser(options)).id
