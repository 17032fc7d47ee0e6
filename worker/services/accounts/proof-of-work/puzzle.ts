import { createHmac, pbkdf2Sync, randomInt, timingSafeEqual } from 'node:crypto'
import { type Proof, type Puzzle, puzzleDigest, puzzleMs } from '#contract/values/shared/proof-of-work'
import type { Config } from '#worker/config'
import { randomId } from '#worker/storage/keys'
import type { ServiceContext } from '../../context'

/** Acts that may cost a proof of work. A proof for one is none for another. */
export type Act = 'sign-in' | 'sign-up'

/** Returns a puzzle for an act from the client's address. Nothing is stored: its signature says all. */
export function newPuzzle({ config, client, now }: ServiceContext, act: Act, tries: number): Puzzle {
  const salt = randomId()
  const expiresAt = now + puzzleMs
  const target = digest(salt, randomInt(tries))
  const [signature = ''] = signaturesOf({ salt, tries, target, expiresAt }, act, client.address, config)
  return { salt, tries, target, expiresAt, signature }
}

/** Returns whether a proof answers a puzzle of ours for this act and this address that hasn't expired. */
export function isRight({ config, client, now }: ServiceContext, act: Act, proof: Proof): boolean {
  const { salt, tries, expiresAt, answer } = proof
  if (expiresAt <= now || expiresAt > now + puzzleMs) return false
  const target = digest(salt, answer)
  const given = Buffer.from(proof.signature)
  return signaturesOf({ salt, tries, target, expiresAt }, act, client.address, config).some(
    (expected) => expected.length === given.length && timingSafeEqual(Buffer.from(expected), given),
  )
}

function digest(salt: string, answer: number): string {
  const { rounds, bytes } = puzzleDigest
  return pbkdf2Sync(salt, String(answer), rounds, bytes, 'sha256').toString('hex')
}

/** Returns the signature by each key in force, newest first. */
function signaturesOf(
  { salt, tries, target, expiresAt }: Omit<Puzzle, 'signature'>,
  act: Act,
  address: string,
  { sessionKeys }: Pick<Config, 'sessionKeys'>,
): string[] {
  const text = ['puzzle', act, address, salt, tries, target, expiresAt].join('\n')
  return sessionKeys.map(({ secret }) => createHmac('sha256', secret).update(text).digest('base64url'))
}
