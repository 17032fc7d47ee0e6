import type { RemovalRequest } from '#contract/schemas/moderation/safety'
import { emailMessages, isEmailAddress } from '#contract/values/accounts/email-rules'
import type { RemovalReason } from '#contract/values/moderation/reasons'
import {
  isSignedBy,
  personLength,
  type RemovalRelation,
  safetyMessages,
  statementLength,
} from '#contract/values/moderation/safety'
import type { Faults } from '#web/lib/form/use-form'
import { paths, readId, readKey } from '#web/lib/navigation/paths'

export interface RequestValues {
  url: string
  reason: RemovalReason | ''
  relation: RemovalRelation | ''
  name: string
  email: string
  statement: string
  goodFaith: boolean
  signature: string
}

export const emptyRequest: RequestValues = {
  url: '',
  reason: '',
  relation: '',
  name: '',
  email: '',
  statement: '',
  goodFaith: false,
  signature: '',
}

export function checkRequest(values: RequestValues): Faults<RequestValues> {
  const { url, reason, relation, name, email, statement, goodFaith, signature } = values
  return {
    url: url.trim() === '' && safetyMessages.urlMissing,
    reason: reason === '' && 'Please choose a reason.',
    relation: relation === '' && 'Please choose your relationship to the video.',
    statement: statement.trim().length < statementLength.min && safetyMessages.statementShort,
    name: name.trim().length < personLength.min && safetyMessages.nameMissing,
    email: !isEmailAddress(email) && emailMessages.invalid,
    goodFaith: !goodFaith && safetyMessages.goodFaithMissing,
    signature:
      (signature.trim().length < personLength.min && safetyMessages.signatureMissing) ||
      (!isSignedBy(name, signature) && safetyMessages.signatureOther),
  }
}

/** Returns the address of the page that linked here, if it named one: a video's or a shared list's. */
export function addressOf(origin: string, params: URLSearchParams): string {
  const id = readId(params.get('video'))
  if (id !== null) return origin + paths.video(id, readKey(params.get('key')))
  const list = readKey(params.get('list'))
  return list === null ? '' : origin + paths.sharedList(list)
}

/** Returns the request from checked values, whose choices can no longer be empty. */
export function requestOf({ reason, relation, ...words }: RequestValues): RemovalRequest {
  return { ...words, reason: reason || 'other', relation: relation || 'other', goodFaith: true }
}
