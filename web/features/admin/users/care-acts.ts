import type { AccountCare } from '#contract/schemas/moderation/account-care'
import type { AdminUserDetail } from '#contract/schemas/moderation/users'
import type { Capability } from '#contract/values/accounts/permissions'
import { factorResetHours } from '#contract/values/moderation/account-care'
import type { careCalls } from './care-queries'

export type CareAct = keyof ReturnType<typeof careCalls> | 'untrust'

/** The words of the dialog for an act that only needs a confirmation. */
export interface Question {
  title: string
  description: string
  act: readonly [label: string, busy: string]
  done: { title: string; description: string }
}

export function questionOf(act: CareAct, username: string): Question | null {
  return questions(username)[act] ?? null
}

function questions(username: string): Partial<Record<CareAct, Question>> {
  return {
    trust: {
      title: `Trust ${username}?`,
      description:
        'New videos and files of this account go live without review while content approval is on, unless the site takes cards. Videos pending review stay pending.',
      act: ['Trust uploader', 'Saving...'],
      done: {
        title: 'Uploader trusted',
        description: `${username} publishes without review, unless the site takes cards.`,
      },
    },
    untrust: {
      title: `Stop trusting ${username}?`,
      description:
        'New videos and files are reviewed again while content approval is on. Live videos stay live.',
      act: ['Stop trusting', 'Saving...'],
      done: {
        title: 'Uploader no longer trusted',
        description: `New videos of ${username} are reviewed again.`,
      },
    },
    confirmEmail: {
      title: `Confirm the address of ${username}?`,
      description:
        'Do this only if you know that the address belongs to the member, for example because they wrote to you from it.',
      act: ['Confirm address', 'Confirming...'],
      done: { title: 'Address confirmed', description: `The address of ${username} is confirmed.` },
    },
    resetLink: {
      title: `Send ${username} a reset link?`,
      description: "The link goes to the account's email address. It works once, for 30 minutes.",
      act: ['Send link', 'Sending...'],
      done: {
        title: 'Reset link sent',
        description: `A link to reset the password is on its way to ${username}.`,
      },
    },
    endSessions: {
      title: `Sign ${username} out everywhere?`,
      description: 'All devices are signed out right away. The password stays the same.',
      act: ['Sign out everywhere', 'Signing out...'],
      done: { title: 'Sessions ended', description: `${username} is signed out everywhere.` },
    },
    clearProfile: {
      title: `Clear the profile of ${username}?`,
      description:
        'The text and the picture on their page are deleted for good. The member gets an email and can write a new one.',
      act: ['Clear profile', 'Clearing...'],
      done: { title: 'Profile cleared', description: `${username} will get an email.` },
    },
    confirmReset: {
      title: `Turn off two-step sign-in of ${username}?`,
      description:
        'Another administrator asked for this. Confirm only if you are sure that the request came from the member. They are signed out everywhere and get an email.',
      act: ['Turn it off', 'Turning off...'],
      done: {
        title: 'Two-step sign-in turned off',
        description: `${username} can sign in with the password alone.`,
      },
    },
    withdrawReset: {
      title: 'Withdraw the request?',
      description: `Two-step sign-in of ${username} stays on.`,
      act: ['Withdraw', 'Withdrawing...'],
      done: { title: 'Request withdrawn', description: `Two-step sign-in of ${username} stays on.` },
    },
  }
}

interface Offered {
  value: CareAct
  label: string
}

/** Returns the acts that the viewer may take on an account, in the order of the menu. */
export function offeredActs(
  user: AdminUserDetail,
  care: AccountCare,
  viewer: { can: (capability: Capability) => boolean; isBelow: boolean; isPeer: boolean; id: number },
): Offered[] {
  const { can, isBelow, isPeer } = viewer
  const offers: [boolean, CareAct, string][] = [
    [isBelow, 'note', 'Add note'],
    [isBelow && can('user.warn'), 'warn', 'Warn'],
    [isBelow && can('case.decide') && care.profile !== null, 'clearProfile', 'Clear profile'],
    [isBelow && can('mail.resend'), 'resetLink', 'Send reset link'],
    [isBelow && can('user.manage') && !user.emailVerified, 'confirmEmail', 'Confirm address'],
    [isBelow && can('user.manage'), 'endSessions', 'Sign out everywhere'],
    [isBelow && can('user.manage') && care.trustedAt === null, 'trust', 'Trust uploader'],
    [isBelow && can('user.manage') && care.trustedAt !== null, 'untrust', 'Stop trusting'],
    [isBelow && can('user.manage'), 'limits', 'Set limits'],
    [isBelow && can('premium.give'), 'gift', 'Give premium'],
    ...factorOffers(care, (isBelow || isPeer) && can('user.resetFactor'), viewer.id),
  ]
  return offers.flatMap(([isOffered, value, label]) => (isOffered ? [{ value, label }] : []))
}

function factorOffers(
  { twoStep, factorReset }: AccountCare,
  mayReset: boolean,
  viewerId: number,
): [boolean, CareAct, string][] {
  const isOther = factorReset !== null && factorReset.by.id !== viewerId
  return [
    [mayReset && twoStep === true && factorReset === null, 'requestReset', 'Reset two-step sign-in'],
    [mayReset && isOther, 'confirmReset', 'Confirm two-step reset'],
    [mayReset && factorReset !== null, 'withdrawReset', 'Withdraw two-step reset'],
  ]
}

/** Returns the words of the dialog for an act that needs a text. */
export function textOf(act: 'warn' | 'note' | 'gift' | 'requestReset', username: string) {
  return {
    warn: {
      title: `Warn ${username}`,
      description: 'The member gets an email, and sees the warning in the account until they confirm it.',
      label: 'Warning',
      help: 'Say what happened and what you expect.',
      act: ['Send warning', 'Sending...'],
      done: { title: 'Warning sent', description: `${username} will get an email.` },
    },
    note: {
      title: `Note about ${username}`,
      description: "Only staff read notes. They can't be changed or deleted.",
      label: 'Note',
      help: undefined,
      act: ['Add note', 'Saving...'],
      done: { title: 'Note added', description: 'Only staff can read it.' },
    },
    gift: {
      title: `Give ${username} premium`,
      description:
        'The term starts now, or after the one that runs. It shows up as a gift, never as revenue, and you can revoke it.',
      label: 'Reason',
      help: 'The member reads it.',
      act: ['Give premium', 'Saving...'],
      done: { title: 'Premium given', description: `${username} has been emailed about the gift.` },
    },
    requestReset: {
      title: `Reset two-step sign-in of ${username}`,
      description: `Another administrator has to confirm within ${factorResetHours} hours. The member is emailed now, and when it happens.`,
      label: 'Reason',
      help: 'How you know that the request came from the member.',
      act: ['Request reset', 'Sending...'],
      done: { title: 'Reset requested', description: 'Another administrator has to confirm it.' },
    },
  }[act]
}
