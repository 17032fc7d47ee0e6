import * as z from 'zod'
import { mailKinds, passkeyNameLength } from '../../values/accounts/account'
import { messages } from '../../values/accounts/messages'
import { passwordLength } from '../../values/shared/limits'
import { noticeKinds } from '../../values/shared/notices'
import { line, time } from '../shared/parts'
import { emailAddress, newEmailAddress } from './auth'

const currentPassword = z.string().min(1).max(4096)
const newPassword = z
  .string()
  .min(passwordLength.min, messages.passwordShort)
  .max(passwordLength.maxBytes, messages.passwordLong)
const token = z.string().min(1).max(200)

// Preferences.

const mails = z.object(
  Object.fromEntries(mailKinds.map((kind) => [kind, z.boolean()])) as Record<
    (typeof mailKinds)[number],
    z.ZodBoolean
  >,
)

const channels = z.object({ site: z.boolean(), email: z.boolean() })

export const preferences = z.object({
  saveWatchHistory: z.boolean(),
  /** True when any email is on: one of `mails`, or the daily one. */
  emailNotifications: z.boolean(),
  /** Emails that are sent at once. */
  mails,
  /** Notifications: on the site, and in the daily email. */
  notices: z.record(z.enum(noticeKinds), channels),
})
export type Preferences = z.infer<typeof preferences>

/** `emailNotifications` turns all of `mails` on or off together; off, the daily email too. */
export const updatePreferencesInput = z
  .strictObject({
    saveWatchHistory: z.boolean(),
    emailNotifications: z.boolean(),
    mails: mails.partial().strict(),
    notices: z.partialRecord(z.enum(noticeKinds), channels.partial().strict()),
  })
  .partial()
export type UpdatePreferences = z.infer<typeof updatePreferencesInput>

// Password, email address, sessions.

export const changePasswordInput = z.strictObject({ currentPassword, newPassword })
export type ChangePassword = z.infer<typeof changePasswordInput>

export const changeEmailInput = z.strictObject({ email: newEmailAddress, password: currentPassword })
export type ChangeEmail = z.infer<typeof changeEmailInput>

export const forgotPasswordInput = z.strictObject({ email: emailAddress })
export const resetPasswordInput = z.strictObject({
  token,
  password: newPassword,
  removePasskeys: z.boolean().default(false),
})
export type ResetPassword = z.infer<typeof resetPasswordInput>
export const useLinkInput = z.strictObject({ token })

/** After one of the two addresses was confirmed: false while the other is outstanding. */
export const emailConfirmed = z.object({ changed: z.boolean() })
export type EmailConfirmed = z.infer<typeof emailConfirmed>

/** What a reset would leave: passkeys that its page offers to remove. */
export const resetOffer = z.object({ passkeys: z.number().int() })
export type ResetOffer = z.infer<typeof resetOffer>

/** What a reset removed beside the old password. */
export const passwordReset = z.object({ passkeys: z.number().int(), twoStep: z.boolean() })
export type PasswordReset = z.infer<typeof passwordReset>

export const endAllSessionsInput = z.strictObject({ removePasskeys: z.boolean().default(false) })
export type EndAllSessions = z.infer<typeof endAllSessionsInput>

export const session = z.object({
  id: z.string(),
  /** Browser and system, as `Chrome on Windows`. */
  device: z.string(),
  country: z.string().nullable(),
  createdAt: time,
  seenAt: time,
  /** The session that makes this request. */
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof session>

export const deleteAccountInput = z.strictObject({ password: currentPassword })
export type DeleteAccount = z.infer<typeof deleteAccountInput>

/** When the account will be erased unless its owner signs in before. */
export const accountDeletion = z.object({ deleteAt: time })
export type AccountDeletion = z.infer<typeof accountDeletion>

// Second factor.

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: time,
  usedAt: time.nullable(),
})
export type Passkey = z.infer<typeof passkey>

export const security = z.object({
  totp: z.boolean(),
  recoveryCodesLeft: z.number().int(),
  /** The address must be confirmed before two-step sign-in or a passkey is set up. */
  confirmFirst: z.boolean(),
  passkeys: z.array(passkey),
})
export type Security = z.infer<typeof security>

/** Setup of an authenticator app: the QR code shows `uri`. */
export const totpSetup = z.object({ secret: z.string(), uri: z.string() })
export type TotpSetup = z.infer<typeof totpSetup>

export const confirmTotpInput = z.strictObject({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/),
})

/** Shown once. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof recoveryCodes>

export const passkeyName = z.strictObject({
  name: line.min(passkeyNameLength.min).max(passkeyNameLength.max),
})

const passkeyNamed = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/**
 * Options for an authenticator's signature, in WebAuthn's own JSON. The challenge is sent back with the
 * result.
 */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
  /** Empty: any passkey that knows an account here. */
  allowCredentials: z.array(passkeyNamed),
})
export type PasskeyRequest = z.infer<typeof passkeyRequest>

/** Options for registering a new passkey, in WebAuthn's own JSON. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(passkeyNamed),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyCreation = z.infer<typeof passkeyCreation>

/** Sign-in returns the account, or this when a second factor is on. */
export const secondFactorNeeded = z.object({
  secondFactor: z.array(z.enum(['totp', 'passkey', 'recovery'])),
  ticket: z.string(),
  /** For a passkey as second factor; null when the account has none. */
  passkey: passkeyRequest.nullable(),
})
export type SecondFactorNeeded = z.infer<typeof secondFactorNeeded>

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

/** An authenticator's registration of a new passkey, with its public key. */
const passkeyMade = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(8192),
    /** SubjectPublicKeyInfo, in DER. */
    publicKey: base64url(4096),
    transports: z.array(line.max(40)).max(20).optional(),
  }),
})
export type PasskeyMade = z.infer<typeof passkeyMade>

export const secondFactorInput = z.union([
  z.strictObject({ ticket: token, code: z.string().trim().min(6).max(20) }),
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
