import { expect, it } from 'vitest'
import { limits } from '#worker/services/shared/rate-limits/index'

const minute = 60_000
const hour = 3_600_000
const day = 86_400_000

/**
 * Repeats the numbers, since every other test takes them from the table, where a doubled limit would pass. A
 * deliberate change is made in both places.
 */
it('allows each action as often as it was decided, and no other action has a limit', () => {
  const decided = Object.fromEntries(
    Object.entries(limits).map(([action, { max, window }]) => [action, [max, window]]),
  )
  expect(decided).toEqual({
    // Between Mastodon (25 failures an account in an hour, 25 an address in 5 minutes) and PeerTube (15
    // in 5 minutes).
    signInAccount: [10, 15 * minute],
    signInAccountDay: [100, day],
    signInDevice: [10, 15 * minute],
    signInDeviceDay: [100, day],
    signInAddress: [25, 5 * minute],
    knownHash: [30, 5 * minute],
    entryNarrow: [10, 15 * minute],
    entryMiddle: [20, 15 * minute],
    entryWide: [40, 15 * minute],
    proof: [1, 2 * minute],
    passkeySignIn: [25, 5 * minute],
    passkeyChallenge: [30, 5 * minute],
    // The same as for signing in: guessing must stop as early here.
    confirmPassword: [10, 15 * minute],
    confirmPasswordDay: [100, day],
    secondFactor: [10, 15 * minute],
    secondFactorDay: [100, day],
    wrongCodes: [4, day],
    securityChange: [60, hour],
    // Fewer than Mastodon's 5 in half an hour: a new account may upload.
    signUp: [3, hour],
    comment: [10, 10 * minute],
    commentDay: [100, day],
    commentChange: [60, 10 * minute],
    commentLike: [60, minute],
    emailTaken: [5, hour],
    signUpTry: [20, hour],
    forgotAddress: [10, hour],
    // As long as the links in these emails are valid: docs/operating.md, "Accounts".
    resetMail: [5, 30 * minute],
    newAddressMail: [5, 30 * minute],
    verifyMail: [5, hour],
    emailChange: [5, hour],
    newsletter: [5, hour],
    newsletterMail: [3, day],
    follow: [60, hour],
    readNotices: [60, minute],
    profile: [30, hour],
    // Like PeerTube.
    report: [3, 5 * minute],
    reportMail: [3, day],
    quarantineNarrow: [2, hour],
    quarantineMiddle: [3, hour],
    quarantineWide: [5, hour],
    quarantineApproved: [5, hour],
    quarantineByAccount: [5, hour],
    removalRequest: [3, hour],
    removalMail: [3, day],
    // For an account with a confirmed email address; it may have a limit of its own.
    publish: [50, day],
    uploadOpen: [100, hour],
    renditionOpen: [600, hour],
    importOpen: [5, hour],
    bulkChange: [60, 10 * minute],
    like: [60, minute],
    save: [60, minute],
    saveOrder: [120, minute],
    list: [120, hour],
    listOrder: [200, 10 * minute],
    progress: [30, minute],
    download: [300, hour],
    caption: [60, hour],
    accountExport: [60, hour],
    // docs/payment-attacks.md, 66: references can be guessed, and appear on screenshots.
    claimReference: [5, hour],
    claimReferenceDay: [20, day],
    claimReferenceAddress: [30, hour],
    // No one can guess 128 bits; this keeps anyone from trying.
    giftCode: [5, hour],
    giftCodeDay: [15, day],
    giftCodeAddress: [20, hour],
    orderCreate: [10, hour],
    confirm: [30, hour],
  })
})
