import type { TestClient } from '../client'
import { makeUser } from '../factories'
import type { PaymentsWorld } from '../payments/payments'

/** A prepared action, and its entry in the audit log afterwards: action, subject, its ID. */
export interface Act {
  id?: string | number
  json?: unknown
  /** Instead of JSON. */
  body?: BodyInit
  headers?: Record<string, string>
  /** The ID is null for what the action itself makes. */
  leaves: [action: string, subject: string, id: string | number | null][]
  /** It only reads, so there is no before and after. */
  onlyLooks?: true
}
export type Prepare = (admin: TestClient, world: PaymentsWorld) => Promise<Act>

export const note = 'It has to be so.'

export const account = async (options: Parameters<typeof makeUser>[0] = {}) => (await makeUser(options)).id
