import type { Passkey } from '../../../contract/schemas/account'
import type { PasskeyRow } from '../../../db/queries/passkeys'
import { isoTime, isoTimeOrNull } from '../iso-time'

export function passkeyView({ id, name, createdAt, usedAt }: PasskeyRow): Passkey {
  return { id, name, createdAt: isoTime(createdAt), usedAt: isoTimeOrNull(usedAt) }
}
