import type { TestClient } from '../client'
import { makeUser } from '../factories'
import type { PaymentsWorld } from '../payments/payments'

/** An act that is about to be done, and what has to stand in the audit log after it: action, subject, its id. */
export interface Act {
  id?: string | number
  json?: unknown
  leaves: [action: string, subject: string, id: string | number][]
  /** It only looks: there is no before and after. */
  onlyLooks?: true
}
export type Prepare = (admin: TestClient, world: PaymentsWorld) => Promise<Act>

export const note = 'It has to be so.'

export const account = async (options: Parameters<typeof makeUser>[0] = {}) => (await makeUser(options)).id
