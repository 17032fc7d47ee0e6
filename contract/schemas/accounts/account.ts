import * as z from 'zod'
import { passkeyNameLength } from '../../values/accounts/account'
import { type ChoiceKind, type Choices, choiceChannels, choiceKinds } from '../../values/shared/notices'
import { denseTyped } from '../../values/shared/typed'
import { line } from '../shared/parts'
import { emailAddress, newEmailAddress, newPassword, typedPassword } from './auth'

const token = z.string().min(1).max(200)
/** A code of an app or a recovery code, in groups or not. */
const typedCode = z.string().overwrite(denseTyped)

// Preferences.

export interface Preferences {
  saveWatchHistory: boolean
  /** True when any email is on, at once or daily. */
  emailNotifications: boolean
  /** Kinds that concern the account, each with the channels that it can be had in. */
  notices: Partial<Record<ChoiceKind, Choices | undefined>>
}

function choicesOf(kind: ChoiceKind): z.ZodType<Choices> {
  return z.partialRecord(z.enum(choiceChannels[kind]), z.boolean())
}

const notices = z.strictObject(
  Object.fromEntries(choiceKinds.map((kind) => [kind, choicesOf(kind).optional()])) as Record<
    ChoiceKind,
    z.ZodOptional<z.ZodType<Choices>>
  >,
)

/** `emailNotifications` turns all emails on or off; a single choice overrides it. */
export const updatePreferencesInput = z
  .strictObject({ saveWatchHistory: z.boolean(), emailNotifications: z.boolean(), notices })
  .partial()
export type UpdatePreferences = z.infer<typeof updatePreferencesInput>

// Password, email address, sessions.

export const changePasswordInput = z.strictObject({ currentPassword: typedPassword, newPassword })
export type ChangePassword = z.infer<typeof changePasswordInput>

export const changeEmailInput = z.strictObject({ email: newEmailAddress, password: typedPassword })
export type ChangeEmail = z.infer<typeof changeEmailInput>

export const forgotPasswordInput = z.strictObject({ email: emailAddress })
export const resetPasswordInput = z.strictObject({
  token,
  password: newPassword,
  removePasskeys: z.boolean().default(false),
})
export type ResetPassword = z.infer<typeof resetPasswordInput>
export const useLinkInput = z.strictObject({ token })

/**
 * The response to the confirmation of one of the two addresses; `changed` is false until both are confirmed.
 */
export interface EmailConfirmed {
  changed: boolean
}

/** The number of passkeys that would survive a password reset, and that its page offers to remove. */
export interface ResetOffer {
  passkeys: number
}

/** Sign-in methods that a password reset removed, besides the old password. */
export interface PasswordReset {
  passkeys: number
  twoStep: boolean
}

export const endAllSessionsInput = z.strictObject({ removePasskeys: z.boolean().default(false) })
export type EndAllSessions = z.infer<typeof endAllSessionsInput>

export interface Session {
  id: string
  /** Browser and system, as `Chrome on Windows`. */
  device: string
  country: string | null
  createdAt: string
  seenAt: string
  /** The session that makes this request. */
  isCurrent: boolean
}

export const deleteAccountInput = z.strictObject({ password: typedPassword })
export type DeleteAccount = z.infer<typeof deleteAccountInput>

/** When the account will be erased unless its owner signs in before. */
export interface AccountDeletion {
  deleteAt: string
}

// Second factor.

export interface Passkey {
  id: string
  name: string
  createdAt: string
  usedAt: string | null
}

export interface Security {
  totp: boolean
  recoveryCodesLeft: number
  /** The address must be confirmed before two-step sign-in or a passkey is set up. */
  confirmFirst: boolean
  passkeys: Passkey[]
}

/** Setup of an authenticator app: the QR code shows `uri`. */
export interface TotpSetup {
  secret: string
  uri: string
}

export const confirmTotpInput = z.strictObject({
  code: typedCode.regex(/^\d{6}$/),
})

/** Shown once. */
export interface RecoveryCodes {
  codes: string[]
}

export const passkeyName = z.strictObject({
  name: line.min(passkeyNameLength.min).max(passkeyNameLength.max),
})

interface PasskeyNamed {
  id: string
  type: 'public-key'
  transports: string[]
}

/**
 * Options for an authenticator's signature, in WebAuthn's own JSON. The challenge is sent back with the
 * result.
 */
export interface PasskeyRequest {
  challenge: string
  rpId: string
  timeout: number
  userVerification: 'required'
  /** Empty: any passkey registered here. */
  allowCredentials: PasskeyNamed[]
}

/** Options for registering a new passkey, in WebAuthn's own JSON. */
export interface PasskeyCreation {
  challenge: string
  rp: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: { type: 'public-key'; alg: number }[]
  timeout: number
  attestation: 'none'
  excludeCredentials: PasskeyNamed[]
  authenticatorSelection: {
    residentKey: 'required'
    requireResidentKey: true
    userVerification: 'required'
  }
}

/** Sign-in returns the account, or this when a second factor is on. */
export interface SecondFactorNeeded {
  secondFactor: ('totp' | 'passkey' | 'recovery')[]
  ticket: string
  /** For a passkey as second factor; null when the account has none. */
  passkey: PasskeyRequest | null
}

const base64url = (atMost: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(atMost)
/** WebAuthn's own maximum: 1023 bytes. */
const credentialId = base64url(1364)

/** An authenticator's signature, in WebAuthn's own JSON. Browsers send further fields, which are dropped. */
const passkeyAnswer = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(2048),
    userHandle: base64url(128).optional(),
  }),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

/**
 * An authenticator's registration of a new passkey. Some include an attestation statement with certificates,
 * though none is requested.
 */
const passkeyMade = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(32_768),
    transports: z.array(line.max(40)).max(20).optional(),
  }),
})
export type PasskeyMade = z.infer<typeof passkeyMade>

export const secondFactorInput = z.union([
  z.strictObject({ ticket: token, code: typedCode.min(6).max(20) }),
  z.strictObject({ ticket: token, passkey: passkeyAnswer }),
])
export type SecondFactor = z.infer<typeof secondFactorInput>

export const newPasskeyInput = z.strictObject({
  challenge: token,
  credential: passkeyMade,
  name: passkeyName.shape.name,
})
export type NewPasskey = z.infer<typeof newPasskeyInput>

export const passkeySignInInput = z.strictObject({ challenge: token, credential: passkeyAnswer })
export type PasskeySignIn = z.infer<typeof passkeySignInInput>
