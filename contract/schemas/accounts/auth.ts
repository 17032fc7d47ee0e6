import * as z from 'zod'
import { emailMessages, emailPattern, plainEmail } from '../../values/accounts/email-rules'
import { messages } from '../../values/accounts/messages'
import type { Capability } from '../../values/accounts/permissions'
import type { StaffRole } from '../../values/accounts/roles'
import { emailLength, passwordLength } from '../../values/shared/limits'
import type { Proof } from '../../values/shared/proof-of-work'
import { plainTyped } from '../../values/shared/typed'
import { line } from '../shared/parts'

export const emailAddress = line
  .normalize('NFKC')
  .max(emailLength.max, emailMessages.invalid)
  .regex(emailPattern, emailMessages.invalid)
/** An email address as an account or a subscriber enters it. */
export const newEmailAddress = z
  .string()
  .trim()
  .normalize('NFKC')
  .regex(plainEmail, { error: emailMessages.letters, abort: true })
  .pipe(emailAddress)
/** A password of any length, with each letter and its accent in one form: keyboards and systems differ in that. */
export const typedPassword = z.string().normalize('NFC').min(1).max(4096)
/** Length in bytes is checked before hashing. */
export const newPassword = z
  .string()
  .normalize('NFC')
  .min(passwordLength.min, messages.passwordShort)
  .max(passwordLength.maxBytes, messages.passwordLong)

/** A solved puzzle, which a refusal with the code `proof_needed` asks for. */
const proof = z.strictObject({
  salt: z.string().regex(/^[\w-]{1,64}$/),
  tries: z.int().positive(),
  expiresAt: z.int(),
  signature: z.string().regex(/^[\w-]{1,64}$/),
  answer: z.int().nonnegative(),
}) satisfies z.ZodType<Proof>

export const signInInput = z.strictObject({
  username: z.string().max(100).overwrite(plainTyped).min(1),
  password: typedPassword,
  proof: proof.optional(),
})
export type SignIn = z.infer<typeof signInInput>

/** The password that a signed-in member must enter again before a sensitive action. */
export const confirmPasswordInput = signInInput.pick({ password: true })

/** Rules for the username itself are in values/accounts/usernames. */
export const signUpInput = z.strictObject({
  username: z.string().max(100),
  email: newEmailAddress,
  password: newPassword,
  proof: proof.optional(),
})
export type SignUp = z.infer<typeof signUpInput>

/** The caller's own account; times are ISO 8601. */
export interface User {
  id: number
  username: string
  email: string
  createdAt: string
  isPremium: boolean
  /** Administers the site, as its owner or not. */
  isAdmin: boolean
  staff: StaffRole | null
  capabilities: Capability[]
  premiumUntil: string | null
  /**
   * `waiting`: a typed reference is being checked, so nothing can be bought. `refused`: one was refused in
   * the last 7 days.
   */
  claim: 'waiting' | 'refused' | null
  emailVerified: boolean
  /** If false, no history is recorded, not even in the browser. */
  savesHistory: boolean
  /** Unread notifications, counted up to one more than the bell shows. */
  unread: number
  /** Only in the answer to a sign-in that cancelled the account's deletion. */
  deletionEnded?: true | undefined
}
