import type { Passkey } from '#contract/schemas/accounts/account'
import type { PasskeyRow } from '#db/queries/accounts/passkeys'
import { isoTime, isoTimeOrNull } from '../../shared/time'

export function passkeyView({ id, name, createdAt, usedAt }: PasskeyRow): Passkey {
  return { id, name, createdAt: isoTime(createdAt), usedAt: isoTimeOrNull(usedAt) }
}
